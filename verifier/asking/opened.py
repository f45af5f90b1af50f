"""Endpoints opened for what is asked, with the errors of asking."""

from __future__ import annotations

from verifier.asking.model import ModelUnavailable
from verifier.asking.request import Silence
from verifier.endpoint import NEEDED, Endpoint, NoReply, Patience


def opened(url: str | None, patience: Patience | None) -> Endpoint:
    """Return the endpoint at a URL, the environment's where None is given; nothing is sent yet.

    Raises:
        ModelUnavailable: without the extra, or where the URL is none.
    """
    try:
        return Endpoint(url, patience=patience)
    except ImportError as error:
        raise ModelUnavailable(NEEDED) from error
    except ValueError as error:
        raise ModelUnavailable(str(error), usage=True) from error


def silence(error: NoReply) -> Silence:
    """Return why one request has no answer.

    Raises:
        ModelUnavailable: where other requests would not be answered either.
    """
    if error.lost:
        raise ModelUnavailable(str(error)) from error
    return Silence(str(error))

"""What several commands take."""

from __future__ import annotations

from enum import StrEnum


class Lean(StrEnum):
    OFF = "off"
    AUTO = "auto"
    REQUIRE = "require"


class FailOn(StrEnum):
    UNJUDGED = "unjudged"
    NONE_CHECKED = "none-checked"


class CheckFormat(StrEnum):
    VIEW = "view"
    JSON = "json"
    JUNIT = "junit"
    SARIF = "sarif"
    GITHUB = "github"

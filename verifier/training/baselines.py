"""What a process reward model must beat: majority, last step, a bag of words, a step's length, and its position."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any, Protocol

from verifier.chain import Chain
from verifier.training.data.examples import Example


class Baseline(Protocol):
    """What a process reward model answers, and what is said of each step alone: not what scores fall to."""

    @property
    def name(self) -> str:
        """The name in tables."""

    def score(self, chains: Sequence[Chain]) -> list[list[float]]:
        """Return, for each chain, a score of each prefix, as a model does."""

    def alone(self, chain: Chain) -> list[float]:
        """Return a number for each step, which is higher the likelier it is right by itself."""
        ...


class Majority:
    """Says of every step what is true of most: nothing that ranks."""

    name = "majority"

    def score(self, chains: Sequence[Chain]) -> list[list[float]]:
        """Return 0.9 for every step."""
        return [self.alone(chain) for chain in chains]

    def alone(self, chain: Chain) -> list[float]:
        """Return the same of each step."""
        return [0.9] * len(chain.steps)


class Length:
    """Says that a chain is the likelier wrong the more it has said. Fitted on nothing."""

    name = "length"

    def score(self, chains: Sequence[Chain]) -> list[list[float]]:
        """Return 1 / (1 + thousands of characters so far) for every step."""
        return [[1 / (1 + size / 1000) for size in accumulate(len(s.text) for s in chain.steps)] for chain in chains]

    def alone(self, chain: Chain) -> list[float]:
        """Return 1 / (1 + thousands of characters) of each step."""
        return [1 / (1 + len(step.text) / 1000) for step in chain.steps]


class Position:
    """Says that a step is the likelier wrong the later it stands: its index alone. Fitted on nothing."""

    name = "position"

    def score(self, chains: Sequence[Chain]) -> list[list[float]]:
        """Return 1 / (1 + tenths of the index) for every step."""
        return [self.alone(chain) for chain in chains]

    def alone(self, chain: Chain) -> list[float]:
        """Return the same of each step."""
        return [1 / (1 + index / 10) for index in range(len(chain.steps))]


class BagOfWords:
    """Words and pairs of words of a step, weighted by tf-idf, in a logistic regression; the least score so far.

    The running minimum makes prefix scores of scores of steps, and serves it well. Needs scikit-learn, of the extra
    ``train``.
    """

    name = "bag of words"

    def __init__(self, vectors: Any, regression: Any) -> None:
        self._vectors, self._regression = vectors, regression

    @classmethod
    def fitted(cls, examples: Sequence[Example]) -> BagOfWords:
        """Return the baseline fitted on the targets that the network is trained on. Raises: ImportError, ValueError."""
        from sklearn.feature_extraction.text import TfidfVectorizer
        from sklearn.linear_model import LogisticRegression

        texts, truth, weights = [], [], []
        for example in examples:
            for step, target in zip(example.steps, example.targets, strict=True):
                if target is not None:
                    texts.append(step)
                    truth.append(target > 0.5)
                    weights.append(example.weight / len(example.steps))
        vectors = TfidfVectorizer(ngram_range=(1, 2), min_df=3, sublinear_tf=True, max_features=50_000)
        rows = vectors.fit_transform(texts)
        return cls(vectors, LogisticRegression(max_iter=200).fit(rows, truth, sample_weight=weights))

    def score(self, chains: Sequence[Chain]) -> list[list[float]]:
        """Return the least probability so far of each step."""
        return [list(accumulate(self.alone(chain), min)) for chain in chains]

    def alone(self, chain: Chain) -> list[float]:
        """Return the probability of each step."""
        rows = self._vectors.transform([step.text for step in chain.steps])
        return list(map(float, self._regression.predict_proba(rows)[:, 1]))

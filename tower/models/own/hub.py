"""Models of the Hugging Face hub: from its local cache where they are complete there, else downloaded into it.

Only configuration, tokenizer and safetensors are ever asked for. Knows of errors only their types; what they mean to a
visitor is said by codes. Steps told: `downloading`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tower.models.cache import check_room, full_disk, is_full
from tower.models.errors import ModelError, reason_of
from tower.models.progress import Stopped, Tell

_WANTED = ("config.json", "generation_config.json", "tokenizer.json", "tokenizer_config.json", "chat_template.jinja",
           "model.safetensors.index.json")  # fmt: skip
_PICKLES = (".bin", ".pt", ".pth", ".ckpt", ".h5", ".msgpack")


def snapshot(repo: str, tell: Tell, fits: Callable[[int], None]) -> Path:
    """The folder of a model in the hub's own cache. fits: raises where so many numbers are too many for this machine;
    asked before anything large is downloaded.

    Raises what `fits` raises; ModelError `hub-unreachable`, `hub-missing`, `hub-gated`, `hub-failed`, `weights-pickle`,
    `weights-missing`, `disk-full`; Stopped.
    """
    from huggingface_hub import HfApi, snapshot_download
    from huggingface_hub.constants import HF_HUB_CACHE

    if (place := cached(repo)) is not None:
        return place
    tell("downloading", 0.0)
    try:
        about = HfApi().model_info(repo, files_metadata=True)
        files = {file.rfilename: file.size or 0 for file in about.siblings or ()}
        wanted = wanted_of(repo, files)
        size = sum(files[name] for name in wanted)
        fits(_numbers(about, size))
        check_room(Path(HF_HUB_CACHE), size)
        return Path(snapshot_download(repo, allow_patterns=wanted, tqdm_class=_bar(tell)))
    except (ModelError, Stopped):
        raise
    except Exception as error:
        raise refusal(repo, error) from error


def _numbers(about: Any, bytes: int) -> int:
    """How many numbers a model has: what the hub says, else a guess from its bytes, two a number."""
    total = getattr(getattr(about, "safetensors", None), "total", None)
    return int(total) if total else bytes // 2


def cached(repo: str) -> Path | None:
    """The folder of a model that was downloaded before and is complete, None where there is none."""
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HFValidationError, LocalEntryNotFoundError

    from tower.models.weight_files import weight_files

    try:
        place = Path(snapshot_download(repo, local_files_only=True, allow_patterns=[*_WANTED, "model*.safetensors"]))
        weight_files(place)
    except (LocalEntryNotFoundError, HFValidationError, ModelError):
        return None
    return place if all((place / name).is_file() for name in ("config.json", "tokenizer.json")) else None


def wanted_of(repo: str, files: dict[str, int]) -> list[str]:
    """Which of a model's files are taken. files: bytes by name. Raises ModelError `weights-pickle`,
    `weights-missing`."""
    weights = [name for name in files if name.startswith("model") and name.endswith(".safetensors")]
    if not weights:
        if any(name.endswith(_PICKLES) for name in files):
            raise ModelError("weights-pickle", f"{repo} has no safetensors", folder=repo)
        raise ModelError("weights-missing", f"{repo} has no safetensors", folder=repo, file="model.safetensors")
    return [name for name in _WANTED if name in files] + weights


def refusal(repo: str, error: Exception) -> ModelError:
    """What a failure of the hub means, by its type."""
    import httpx2
    from huggingface_hub import errors

    reason = reason_of(error)
    if isinstance(error, errors.GatedRepoError):
        return ModelError("hub-gated", f"{repo} asks for an agreement on its page, and for a token here", repo=repo)
    if isinstance(error, (errors.RepositoryNotFoundError, errors.RevisionNotFoundError, errors.HFValidationError)):
        return ModelError("hub-missing", f"the hub has no public model {repo}", repo=repo)
    if isinstance(error, (errors.OfflineModeIsEnabled, errors.LocalEntryNotFoundError, httpx2.TransportError)):
        return ModelError("hub-unreachable", f"the hub cannot be reached: {reason}", repo=repo)
    if isinstance(error, errors.HfHubHTTPError) and error.response.status_code in (401, 403):
        return ModelError("hub-gated", f"the hub refuses {repo}: {reason}", repo=repo)
    if is_full(error):
        return full_disk()
    return ModelError("hub-failed", f"{repo} could not be downloaded: {reason}", repo=repo, reason=reason)


def _bar(tell: Tell) -> type[Any]:
    """A progress bar, as the hub's client wants one, that tells instead of drawing."""
    from tqdm.auto import tqdm

    class Told(tqdm):  # type: ignore[misc]
        def __init__(self, *arguments: Any, **options: Any) -> None:
            options.pop("name", None)
            self._bytes = options.get("unit") == "B"
            super().__init__(*arguments, **{**options, "disable": False, "file": _Nowhere()})

        def update(self, n: float | None = 1) -> bool | None:
            drawn: bool | None = super().update(n)
            if self._bytes and self.total:
                tell("downloading", min(1.0, self.n / self.total))
            return drawn

    return Told


class _Nowhere:
    """A stream that keeps nothing."""

    def write(self, text: str) -> int:
        return len(text)

    def flush(self) -> None:
        return

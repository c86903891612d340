"""Workers on other machines: connect to a running Dask cluster."""

import logging
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any

from noughts.classroom.file_judge import read_version
from noughts.words import Refused

PATIENCE = 10  # seconds for the scheduler and the first worker


@contextmanager
def connect(address: str) -> Iterator[Executor]:
    """
    Yield the executor of a Dask cluster.

    Dask reassigns the jobs of a lost worker. Workers with another version are refused;
    those that join later are refused by `FileJudge`.
    """
    try:
        import distributed
    except ImportError as error:
        raise Refused("cluster.missing") from error
    open_client: Any = distributed.Client
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client = open_client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise Refused("cluster.no_scheduler", address=address) from error
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
        theirs: dict[str, str] = client.run(read_version)
    except TimeoutError as error:
        raise Refused("cluster.no_workers", address=address) from error
    except ImportError as error:
        raise Refused("cluster.no_noughts", why=error) from error
    else:
        for worker, version in theirs.items():
            if version != (ours := read_version()):
                said = {"worker": worker, "theirs": version, "ours": ours}
                raise Refused("cluster.version", **said)
        yield client.get_executor(pure=False)
    finally:
        client.close()

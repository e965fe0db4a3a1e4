"""When a call to a service is tried again: one policy, one reader of Retry-After, one loop."""

from retrieval.retry.policy import CallFailure, RetryPolicy
from retrieval.retry.retry_after import retry_after

__all__ = ["CallFailure", "RetryPolicy", "retry_after"]

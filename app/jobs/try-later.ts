/**
 * Thrown by a run that cannot do its work right now, for a reason that passes by itself: the mail server is
 * unreachable, or another process is doing the same work. The queue retries the run like any failed one; it is not
 * logged as an error, because the reason was logged where it arose.
 */
export class TryLater extends Error {
  override name = 'TryLater'
}

/**
 * Thrown by a run that cannot do its work at this moment, for a reason that passes without anybody: the mail server is
 * away, or another process is doing the same work. The queue repeats the run as any failed one; it is not logged as an
 * error, since whatever is the reason has been noted where it arose.
 */
export class TryLater extends Error {
  override name = 'TryLater'
}

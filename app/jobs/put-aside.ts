/** Thrown by a run that no further try can help. The queue puts the job aside at once, where staff see it and may retry it. */
export class PutAside extends Error {
  override name = 'PutAside'
}

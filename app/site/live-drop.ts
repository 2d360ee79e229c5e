/** Shows a newer state in its part of the page. False where the page itself has to change. */
export function show(_part: HTMLElement, _state: object): boolean {
  return false
}

/** Undo and redo stacks. */
export type History<State> = { past: State[]; present: State; future: State[] }

/** A history with no changes. */
export function createHistory<State>(present: State): History<State> {
  return { past: [], present, future: [] }
}

/** Adds a change and clears the redo stack. Keeps the last 200 changes. */
export function pushHistory<State>({ past, present }: History<State>, next: State): History<State> {
  return { past: [...past, present].slice(-200), present: next, future: [] }
}

/** Undoes the last change, if any. */
export function undo<State>(history: History<State>): History<State> {
  const last = history.past.at(-1)
  if (last === undefined) return history
  return { past: history.past.slice(0, -1), present: last, future: [history.present, ...history.future] }
}

/** Redoes the last undone change, if any. */
export function redo<State>(history: History<State>): History<State> {
  const [next, ...future] = history.future
  if (next === undefined) return history
  return { past: [...history.past, history.present], present: next, future }
}

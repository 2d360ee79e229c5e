import { type RefObject, useLayoutEffect, useState } from 'react'
import type { PartStep } from '#app/art/blueprint/build.ts'
import { buildPath } from '../rules/build-address.ts'
import type { FinishId } from '../rules/finishes.ts'
import {
  type ConfiguratorState,
  configuratorStateOf,
  chooseFinish,
  choosePart,
  type Part,
  removeAccessory,
  type Selection,
  toggleSuppressor,
} from '../rules.ts'

/** A build as it was opened. */
export type OpenedBuild = {
  selection: Selection
  /** The step whose parts are open. */
  openStep: PartStep | undefined
  /** Codes of the saved builds that it is made to be compared with. */
  compared: readonly string[]
}

type Session = {
  configurator: ConfiguratorState
  /** Its place in the browser's history, and the place of the newest build that it can go forward to. */
  at: number
  last: number
  /** The parts of a step, which stay in the drawer while it closes. Another object opens or closes it again. */
  drawer: { step: PartStep | undefined; isOpen: boolean }
  /** The step that was chosen last; its parts are animated once. */
  justChosen: PartStep | undefined
  /** Script runs the sheet: before that, each control sends the build's form. */
  isAlive: boolean
}

/** The build in the configurator and the actions on it. */
export type BuildState = ReturnType<typeof useBuild>

/** What the browser's history keeps with the address of each build. */
type Kept = Pick<Session, 'configurator' | 'at'>

/**
 * Edits a build. Each change is an address in the browser's history, so reloading, sharing and a second tab show the same build,
 * and Undo and Redo are Back and Forward. `root` is the sheet, which another page may have taken the place of.
 */
export function useBuild(
  root: RefObject<HTMLElement | null>,
  { selection, openStep, compared }: OpenedBuild,
) {
  const [session, setSession] = useState<Session>(() => ({
    configurator: configuratorStateOf(selection),
    at: 0,
    last: 0,
    drawer: { step: openStep, isOpen: openStep !== undefined },
    justChosen: undefined,
    isAlive: false,
  }))
  const { configurator, at, last, isAlive } = session
  const path = buildPath(configurator.selection, compared)

  useLayoutEffect(() => {
    const stored = storedIn(history.state)
    const isSame = stored && buildPath(stored.configurator.selection) === buildPath(selection)
    setSession((before) => ({ ...before, ...(isSame && { ...stored, last: stored.at }), isAlive: true }))
    // A step back shows another build, not another place of the page.
    history.scrollRestoration = 'manual'
    // oxlint-disable-next-line react/exhaustive-deps -- once, with the build that was opened
  }, [])

  useLayoutEffect(() => {
    if (!isAlive) return
    const isNew = at > (storedIn(history.state)?.at ?? at)
    const state = { build: { configurator, at } satisfies Kept }
    history[isNew ? 'pushState' : 'replaceState'](state, '', path + location.hash)
  }, [configurator, at, isAlive, path])

  useLayoutEffect(() => {
    const isShown = () => root.current?.isConnected
    const travel = ({ state }: PopStateEvent) => {
      const stored = storedIn(state)
      if (!isShown()) return
      // A jump within the page shows the same build.
      if (!stored) return history.replaceState({ build: { configurator, at } satisfies Kept }, '')
      setSession((before) => ({
        ...before,
        ...stored,
        last: Math.max(before.last, stored.at),
        drawer: { ...before.drawer, isOpen: false },
        justChosen: undefined,
      }))
    }
    const press = (event: KeyboardEvent) => {
      const travels = isShown() && shortcutOf(event)
      if (!travels) return
      event.preventDefault()
      if (travels === 'undo') undo()
      else redo()
    }
    window.addEventListener('popstate', travel)
    document.addEventListener('keydown', press)
    return () => {
      window.removeEventListener('popstate', travel)
      document.removeEventListener('keydown', press)
    }
  })

  const change = (more: (before: Session) => Partial<Session>) =>
    setSession((before) => ({ ...before, ...more(before) }))
  const record = (compute: (configurator: ConfiguratorState) => ConfiguratorState, justChosen?: PartStep) =>
    change((before) => ({
      configurator: compute(before.configurator),
      at: before.at + 1,
      last: before.at + 1,
      justChosen,
      ...(justChosen && { drawer: { ...before.drawer, isOpen: false } }),
    }))
  const open = (step: PartStep) => change(() => ({ drawer: { step, isOpen: true } }))
  function undo() {
    if (at > 0) history.back()
  }
  function redo() {
    if (at < last) history.forward()
  }
  return {
    ...session,
    compared,
    canUndo: at > 0,
    canRedo: at < last,
    undo,
    redo,
    choose: (part: Part) => record((before) => choosePart(before, part), part.step),
    remove: (index: number) => record((before) => removeAccessory(before, index)),
    chooseFinish: (finish: FinishId) => record((before) => chooseFinish(before, finish)),
    toggle: () => record(toggleSuppressor),
    openDrawer: open,
    goTo: (step: PartStep) => {
      change((before) => ({ configurator: { ...before.configurator, step }, justChosen: undefined }))
      open(step)
    },
    close: () => change(({ drawer }) => ({ drawer: { ...drawer, isOpen: false } })),
  }
}

function storedIn(state: unknown): Kept | undefined {
  return (state as { build?: Kept } | null)?.build
}

/** Ctrl or Cmd with Z undoes, with Shift+Z or Y redoes. In a form field they keep their usual meaning. */
function shortcutOf({ ctrlKey, metaKey, altKey, shiftKey, key, target }: KeyboardEvent) {
  const isField =
    target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
  if (!(ctrlKey || metaKey) || altKey || isField) return undefined
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo'
  return key.toLowerCase() === 'y' ? 'redo' : undefined
}

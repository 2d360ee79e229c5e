import { useEffect, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import type { PartStep } from '#app/art/blueprint/build.ts'
import { buildQuery, parseBuildAddress } from '../rules/build-address.ts'
import type { FinishId } from '../rules/finishes.ts'
import {
  type ConfiguratorState,
  configuratorStateOf,
  type Catalog,
  chooseFinish,
  choosePart,
  findConfigurablePlatform,
  type Part,
  removeAccessory,
  scrollDelayMs,
  toggleSuppressor,
  removeMissingParts,
} from '../rules.ts'
import { createHistory, type History, pushHistory, redo, undo } from '../rules/history.ts'

/** The build in the configurator and the actions on it. */
export type BuildState = {
  configurator: ConfiguratorState
  /** Ids in the address that the catalog no longer has. */
  missing: string[]
  /** Codes of the saved builds that it is made to be compared with. */
  compared: string[]
  /** The step whose parts are in the drawer, also while it closes. */
  drawerStep: PartStep | undefined
  isOpen: boolean
  /** The step that was chosen last; its parts are animated once. */
  justChosen: PartStep | undefined
  canUndo: boolean
  canRedo: boolean
  choose: (part: Part) => void
  remove: (index: number) => void
  chooseFinish: (finish: FinishId) => void
  goTo: (step: PartStep) => void
  openDrawer: (step: PartStep) => void
  close: () => void
  toggle: () => void
  undo: () => void
  redo: () => void
}

type EditSession = {
  /** Keys of the current location and of the one at which the session started. */
  key: string
  startKey: string
  history: History<ConfiguratorState>
  missing: string[]
  compared: string[]
  drawerStep: PartStep | undefined
  isOpen: boolean
  justChosen: PartStep | undefined
}

/**
 * Edits the build whose address is `search`. Every change updates the address without a request, so reloading, sharing
 * and a second tab show the same build. Undefined without an available platform.
 */
export function useBuild(catalog: Catalog, search: string): BuildState | undefined {
  const { key } = useLocation()
  const [session, setWork] = useState(() => startSession(catalog, search, key))
  const current = sessionAt(session, catalog, search, key)
  if (current !== session) setWork(current)
  const query = current && buildQuery(current.history.present.selection, current.compared)
  useAddress(query)
  useScroll(current?.startKey)
  if (!current) return undefined

  // Uses the latest state: a closing drawer calls back after a newer render.
  const change = (compute: (session: EditSession) => Partial<EditSession>) =>
    setWork((before = current) => ({ ...before, ...compute(before) }))
  const changeHistory = (
    compute: (history: History<ConfiguratorState>) => History<ConfiguratorState>,
    more: Partial<EditSession> = {},
  ) => change(({ history }) => ({ history: compute(history), justChosen: undefined, ...more }))
  const recording =
    (compute: (configurator: ConfiguratorState) => ConfiguratorState) =>
    (history: History<ConfiguratorState>) =>
      pushHistory(history, compute(history.present))
  return {
    configurator: current.history.present,
    missing: current.missing,
    compared: current.compared,
    drawerStep: current.drawerStep,
    isOpen: current.isOpen,
    justChosen: current.justChosen,
    canUndo: current.history.past.length > 0,
    canRedo: current.history.future.length > 0,
    choose: (part) =>
      changeHistory(
        recording((configurator) => choosePart(configurator, part)),
        { isOpen: false, justChosen: part.step },
      ),
    remove: (index) => changeHistory(recording((configurator) => removeAccessory(configurator, index))),
    chooseFinish: (finish) => changeHistory(recording((configurator) => chooseFinish(configurator, finish))),
    goTo: (step) =>
      changeHistory((history) => ({ ...history, present: { ...history.present, step } }), {
        drawerStep: step,
        isOpen: true,
      }),
    openDrawer: (step) => change(() => ({ drawerStep: step, isOpen: true })),
    // The drawer also reports that it closed itself after a choice: skip that render.
    close: () => setWork((before) => (before?.isOpen ? { ...before, isOpen: false } : before)),
    toggle: () => changeHistory(recording(toggleSuppressor)),
    undo: () => changeHistory(undo),
    redo: () => changeHistory(redo),
  }
}

function startSession(catalog: Catalog, search: string, key: string): EditSession | undefined {
  const requested = parseBuildAddress(search)
  if (!requested || !findConfigurablePlatform(catalog, requested.selection.platformId)) return undefined
  const { selection, missing } = removeMissingParts(requested.selection, catalog)
  const configurator = configuratorStateOf(selection)
  return {
    key,
    startKey: key,
    history: createHistory(configurator),
    missing,
    compared: requested.compared,
    drawerStep: requested.openStep,
    isOpen: requested.openStep !== undefined,
    justChosen: undefined,
  }
}

/**
 * The session for this location. A jump inside the page keeps it; another build in the address, or the same platform
 * chosen again, starts a new one.
 */
function sessionAt(
  session: EditSession | undefined,
  catalog: Catalog,
  search: string,
  key: string,
): EditSession | undefined {
  if (session?.key === key) return session
  const started = startSession(catalog, search, key)
  const isSame = session && started && buildQuery(selectionOf(started)) === buildQuery(selectionOf(session))
  return isSame ? { ...session, key } : started
}

function selectionOf(session: EditSession) {
  return session.history.present.selection
}

/** Updates the address without the router, which would request data that the page already has. */
function useAddress(query: string | undefined) {
  useEffect(() => {
    if (query === undefined) return
    const { pathname, search, hash } = window.location
    if (search === `?${query}`) return
    window.history.replaceState(window.history.state, '', `${pathname}?${query}${hash}`)
  }, [query])
}

/** Scrolls to the configurator after a platform was chosen on this page, not after a page load. */
function useScroll(startKey: string | undefined) {
  const isOpened = useNavigationType() === NavigationType.Pop
  useEffect(() => {
    if (startKey === undefined || isOpened) return
    const timer = setTimeout(() => document.getElementById('configurator')?.scrollIntoView(), scrollDelayMs)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each session
  }, [startKey])
}

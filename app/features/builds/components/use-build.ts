import { useEffect, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import type { PartStep } from '#app/art/blueprint/build.ts'
import { buildQuery, parseBuildAddress } from '../input.ts'
import {
  type ConfiguratorState,
  createHistory,
  configuratorStateOf,
  type Catalog,
  choosePart,
  findConfigurablePlatform,
  type History,
  type Part,
  pushHistory,
  redo,
  removeAccessory,
  scrollDelayMs,
  toggleSuppressor,
  undo,
  removeMissingParts,
} from '../rules.ts'

/** A build being made: what lies on the bench, what can be done with it, and what is shown beside it. */
export type BuildState = {
  configurator: ConfiguratorState
  /** Ids in the address that the catalog no longer has. */
  missing: string[]
  /** The step whose parts are in the drawer; it keeps them while it closes. */
  drawerStep: PartStep | undefined
  isOpen: boolean
  /** The step that was chosen last: its parts are plotted once. */
  justChosen: PartStep | undefined
  canUndo: boolean
  canRedo: boolean
  choose: (part: Part) => void
  remove: (index: number) => void
  goTo: (step: PartStep) => void
  openDrawer: (step: PartStep) => void
  close: () => void
  toggle: () => void
  undo: () => void
  redo: () => void
}

type EditSession = {
  /** The place in the browser's history that this work stands at, and the one that it began at. */
  key: string
  startKey: string
  history: History<ConfiguratorState>
  missing: string[]
  drawerStep: PartStep | undefined
  isOpen: boolean
  justChosen: PartStep | undefined
}

/**
 * The work on a build whose address is `search`. Every change is in the address at once, without asking the server:
 * reloading, sharing and a second tab show the same build. Undefined without a platform that can be configured.
 */
export function useBuild(catalog: Catalog, search: string): BuildState | undefined {
  const { key } = useLocation()
  const [session, setWork] = useState(() => startSession(catalog, search, key))
  const current = sessionAt(session, catalog, search, key)
  if (current !== session) setWork(current)
  const query = current && buildQuery(current.history.present.selection)
  useAddress(query)
  useScroll(current?.startKey)
  if (!current) return undefined

  // From what is there when the change is made, not when the page was last painted: a closing drawer speaks late.
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
    goTo: (step) =>
      changeHistory((history) => ({ ...history, present: { ...history.present, step } }), {
        drawerStep: step,
        isOpen: true,
      }),
    openDrawer: (step) => change(() => ({ drawerStep: step, isOpen: true })),
    // It closes by itself after a choice, and says so: nothing is to be painted for that.
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
    drawerStep: requested.openStep,
    isOpen: requested.openStep !== undefined,
    justChosen: undefined,
  }
}

/**
 * The work at this place of the browser's history. A jump inside the page leaves it alone; another build in the address,
 * also the same platform chosen again, begins anew.
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

/** Keeps the address in step. The router is not told: it would ask the server for what this page knows already. */
function useAddress(query: string | undefined) {
  useEffect(() => {
    if (query === undefined) return
    const { pathname, search, hash } = window.location
    if (search === `?${query}`) return
    window.history.replaceState(window.history.state, '', `${pathname}?${query}${hash}`)
  }, [query])
}

/** Moves to the configurator a moment after a platform was chosen on this page; a page that was opened stays put. */
function useScroll(startKey: string | undefined) {
  const isOpened = useNavigationType() === NavigationType.Pop
  useEffect(() => {
    if (startKey === undefined || isOpened) return
    const timer = setTimeout(() => document.getElementById('configurator')?.scrollIntoView(), scrollDelayMs)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each beginning
  }, [startKey])
}

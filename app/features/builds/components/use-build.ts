import { useEffect, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import type { PartStep } from '#app/art/blueprint/build.ts'
import { buildQuery, parseBuildAddress } from '../input.ts'
import {
  type ConfiguratorState,
  beginHistory,
  configuratorStateOf,
  type Catalog,
  choosePart,
  configurable,
  type History,
  type Part,
  record,
  redo,
  removeAccessory,
  scrollDelayMs,
  toggleSuppressor,
  undo,
  withoutMissing,
} from '../rules.ts'

/** A build being made: what lies on the bench, what can be done with it, and what is shown beside it. */
export type BuildState = {
  bench: ConfiguratorState
  /** Ids in the address that the catalog no longer has. */
  missing: string[]
  /** The step whose parts are in the drawer; it keeps them while it closes. */
  shown: PartStep | undefined
  isOpen: boolean
  /** The step that was chosen last: its parts are plotted once. */
  justChosen: PartStep | undefined
  canUndo: boolean
  canRedo: boolean
  choose: (part: Part) => void
  remove: (place: number) => void
  goTo: (step: PartStep) => void
  show: (step: PartStep) => void
  close: () => void
  toggle: () => void
  undo: () => void
  redo: () => void
}

type Work = {
  /** The place in the browser's history that this work stands at, and the one that it began at. */
  key: string
  begunAt: string
  history: History<ConfiguratorState>
  missing: string[]
  shown: PartStep | undefined
  isOpen: boolean
  justChosen: PartStep | undefined
}

/**
 * The work on a build whose address is `search`. Every change is in the address at once, without asking the server:
 * reloading, sharing and a second tab show the same build. Undefined without a platform that can be configured.
 */
export function useBuild(catalog: Catalog, search: string): BuildState | undefined {
  const { key } = useLocation()
  const [work, setWork] = useState(() => begin(catalog, search, key))
  const current = workAt(work, catalog, search, key)
  if (current !== work) setWork(current)
  const query = current && buildQuery(current.history.present.selection)
  useAddress(query)
  useScroll(current?.begunAt)
  if (!current) return undefined

  // From what is there when the change is made, not when the page was last painted: a closing drawer speaks late.
  const change = (make: (work: Work) => Partial<Work>) =>
    setWork((before = current) => ({ ...before, ...make(before) }))
  const rework = (
    make: (history: History<ConfiguratorState>) => History<ConfiguratorState>,
    more: Partial<Work> = {},
  ) => change(({ history }) => ({ history: make(history), justChosen: undefined, ...more }))
  const redone =
    (make: (bench: ConfiguratorState) => ConfiguratorState) => (history: History<ConfiguratorState>) =>
      record(history, make(history.present))
  return {
    bench: current.history.present,
    missing: current.missing,
    shown: current.shown,
    isOpen: current.isOpen,
    justChosen: current.justChosen,
    canUndo: current.history.past.length > 0,
    canRedo: current.history.future.length > 0,
    choose: (part) =>
      rework(
        redone((bench) => choosePart(bench, part)),
        { isOpen: false, justChosen: part.step },
      ),
    remove: (place) => rework(redone((bench) => removeAccessory(bench, place))),
    goTo: (step) =>
      rework((history) => ({ ...history, present: { ...history.present, step } }), {
        shown: step,
        isOpen: true,
      }),
    show: (step) => change(() => ({ shown: step, isOpen: true })),
    // It closes by itself after a choice, and says so: nothing is to be painted for that.
    close: () => setWork((before) => (before?.isOpen ? { ...before, isOpen: false } : before)),
    toggle: () => rework(redone(toggleSuppressor)),
    undo: () => rework(undo),
    redo: () => rework(redo),
  }
}

function begin(catalog: Catalog, search: string, key: string): Work | undefined {
  const asked = parseBuildAddress(search)
  if (!asked || !configurable(catalog, asked.selection.platformId)) return undefined
  const { selection, missing } = withoutMissing(asked.selection, catalog)
  const bench = configuratorStateOf(selection)
  return {
    key,
    begunAt: key,
    history: beginHistory(bench),
    missing,
    shown: asked.shown,
    isOpen: asked.shown !== undefined,
    justChosen: undefined,
  }
}

/**
 * The work at this place of the browser's history. A jump inside the page leaves it alone; another build in the address,
 * also the same platform chosen again, begins anew.
 */
function workAt(work: Work | undefined, catalog: Catalog, search: string, key: string): Work | undefined {
  if (work?.key === key) return work
  const begun = begin(catalog, search, key)
  const isSame = work && begun && buildQuery(queried(begun)) === buildQuery(queried(work))
  return isSame ? { ...work, key } : begun
}

function queried(work: Work) {
  return work.history.present.selection
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
function useScroll(begunAt: string | undefined) {
  const isOpened = useNavigationType() === NavigationType.Pop
  useEffect(() => {
    if (begunAt === undefined || isOpened) return
    const timer = setTimeout(() => document.getElementById('configurator')?.scrollIntoView(), scrollDelayMs)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each beginning
  }, [begunAt])
}

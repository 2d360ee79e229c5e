import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { brand } from '#app/kit/brand.ts'
import { SkipLink } from '#app/ui/skip-link.tsx'
import { type ConsolePreferences, type DueCounts, type Place, placeOf } from '../rules.ts'
import { consolePath } from '../rules/path.ts'
import { searchPath } from '../rules/found.ts'
import { KeysDialog } from './keys-dialog.tsx'
import { Key } from './marks.tsx'
import { Palette } from './palette.tsx'
import { PreferencesForm } from './preferences-form.tsx'
import { Shape } from './shape.tsx'
import { Verb } from './verb.tsx'

type ShellProps = {
  /** The places that this member may see. */
  places: readonly Place[]
  /** Due items by the path of their place. */
  due?: DueCounts
  /** Who is signed in, by name. */
  member: string
  preferences: ConsolePreferences
  /** What is not real in this shop yet. */
  trial: readonly { words: string; to: string }[]
  /** A sheet. */
  children: ReactNode
}

/** The top line and the sheet below it. The keyboard is `site/console.ts`; `data-keys` says whether single letters act. */
export function Shell({ places, due = {}, member, preferences, trial, children }: ShellProps) {
  const { pathname } = useLocation()
  const here = placeOf(pathname, places)
  const words = <PlaceWords places={places} here={here} due={due} />
  return (
    <>
      <SkipLink>Skip to the sheet</SkipLink>
      <div className="con-shell" data-keys={preferences.keys ? 'on' : 'off'}>
        <div>
          <header className="con-top">
            <details className="con-menu">
              <summary aria-label="Menu">
                <Shape kind="menu" />
              </summary>
              <nav className="con-words" aria-label="Console">
                {words}
                <div className="p-4">
                  <PreferencesForm preferences={preferences} />
                  <AccountLinks />
                </div>
              </nav>
            </details>
            <Link className="con-mark" to={consolePath} aria-label={`${brand} console, today`}>
              {brand}
            </Link>
            <span className="con-name">{here?.word ?? 'Console'}</span>
            <nav className="con-words" aria-label="Console">
              {words}
            </nav>
            <div className="con-tools">
              <Link
                className="con-search"
                to={searchPath}
                aria-keyshortcuts="Meta+K Control+K"
                data-palette=""
              >
                <Shape kind="find" />
                <span>Search or run</span>
                <Key>⌘K</Key>
              </Link>
              <details className="con-popover">
                <summary className="con-me">{member}</summary>
                <div className="absolute top-8 right-0 z-5 rounded-control border border-control bg-sheet p-3 shadow-menu">
                  <PreferencesForm preferences={preferences} />
                  <AccountLinks />
                </div>
              </details>
            </div>
          </header>
          <TrialBar notes={trial} maySetUp={places.some(({ path }) => path === setupPlace)} />
        </div>
        {children}
        <div />
      </div>
      <Palette />
      <KeysDialog places={places} isOn={preferences.keys} />
    </>
  )
}

/** What is not real in this shop yet, on every sheet until it is. Whoever sets the shop up gets the way there. */
function TrialBar({ notes, maySetUp }: { notes: ShellProps['trial']; maySetUp: boolean }) {
  return (
    notes.length > 0 && (
      <aside className="con-trial" aria-label="Trial">
        <Shape kind="over" tone="stop" />
        {notes.map(({ words, to }) =>
          maySetUp ? (
            <Link key={to} className="con-link" to={to}>
              {words}
            </Link>
          ) : (
            <span key={to}>{words}</span>
          ),
        )}
      </aside>
    )
  )
}

/** The place of those who set the shop up. */
const setupPlace = '/staff/setup-shop'

/** The member's own account, and the way out: a document of its own, so that nothing of the console stays in memory. */
function AccountLinks() {
  return (
    <div className="flex items-center gap-4 pt-4">
      <Link
        className="inline-flex items-center underline underline-offset-4 max-md:min-h-11"
        to={`${consolePath}/account`}
      >
        Your account
      </Link>
      <form method="post" action={`${consolePath}/sign-out`}>
        <Verb small>Sign out</Verb>
      </form>
    </div>
  )
}

function PlaceWords({
  places,
  here,
  due,
}: {
  places: readonly Place[]
  here: Place | undefined
  due: DueCounts
}) {
  return places.map(({ word, path, key }) => (
    <Link
      key={path}
      to={path}
      data-go={key.toUpperCase()}
      aria-current={path === here?.path ? 'page' : undefined}
    >
      {word}
      {Boolean(due[path]) && <i aria-label={`${due[path]} due`}>{due[path]}</i>}
    </Link>
  ))
}

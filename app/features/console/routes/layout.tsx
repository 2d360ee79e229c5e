import { Outlet, Link, useLocation, Form } from 'react-router'
import { readCookie } from '#app/http/cookies.server.ts'
import { missingWords } from '#app/http/not-found.ts'
import { shopContext } from '#app/http/context.server.ts'
import { unavailableWords } from '#app/http/unavailable.ts'
import { staffMember } from '#app/features/staff/access.server.ts'
import { consoleTitle, brand } from '#app/kit/brand.ts'
import { Sheet } from '../components/sheet.tsx'
import { VerbLink, Verb } from '../components/verb.tsx'
import '../console.css'
import {
  countsOf,
  parsePreferences,
  placesFor,
  type ConsolePreferences,
  type DueCounts,
  type Place,
  placeOf,
  preferencesPath,
} from '../rules.ts'
import { consolePath } from '../rules/path.ts'
import type { Route } from './+types/layout'
import { dueContext } from '../access.server.ts'
import { preferencesCookie } from './preferences-cookie.server.ts'
import type { ReactNode } from 'react'
import { SkipLink } from '#app/ui/skip-link.tsx'
import { foundPart, searchPath } from '../rules/found.ts'
import { Key } from '../components/marks.tsx'
import { Shape } from '../components/shape.tsx'
import { commonKeys } from '../rules/keys.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { name, role } = staffMember(context)
  const preferences = parsePreferences(readCookie(request, preferencesCookie))
  const shown = placesFor(role)
  const isToday = new URL(request.url).pathname === consolePath
  const counts = await context.get(dueContext)(role, { isToday })
  return {
    member: name,
    places: shown,
    due: countsOf(shown, counts),
    preferences,
    trial: trialNotes(context.get(shopContext)),
    paper: preferences.paper,
  }
}

export default function ConsoleLayout({ loaderData }: Route.ComponentProps) {
  const { member, places, due, preferences, trial } = loaderData
  return (
    <Shell member={member} places={places} due={due} preferences={preferences} trial={trial}>
      <Outlet />
    </Shell>
  )
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const words = missingWords(error) ?? unavailableWords(error)
  const title = words?.title ?? 'Something went wrong'
  const sheet = (
    <Sheet
      title={title}
      heading={title}
      action={<VerbLink to={consolePath}>Back to the first sheet</VerbLink>}
    >
      <title>{consoleTitle(title)}</title>
      <div className="con-region grid gap-3">
        <p>{words?.text ?? 'This sheet could not be drawn. It has been written to the log.'}</p>
      </div>
    </Sheet>
  )
  if (!loaderData)
    return (
      <div className="con-shell">
        <div className="con-top" />
        {sheet}
        <div />
      </div>
    )
  const { member, places, due, preferences, trial } = loaderData
  return (
    <Shell member={member} places={places} due={due} preferences={preferences} trial={trial}>
      {sheet}
    </Shell>
  )
}

type Machine = { gateway: { name: string }; mailboxFolder: string | null }

function trialNotes({ gateway, mailboxFolder }: Machine): { words: string; to: string }[] {
  return [
    ...(gateway.name === 'sandbox'
      ? [{ words: 'Payments are a sandbox: no money moves.', to: '/staff/setup-shop/payments' }]
      : []),
    ...(mailboxFolder === null
      ? []
      : [{ words: 'Mail is not sent: it is kept in files.', to: '/staff/setup-shop/mail' }]),
  ]
}

type ShellProps = {
  places: readonly Place[]
  due?: DueCounts
  member: string
  preferences: ConsolePreferences
  trial: readonly { words: string; to: string }[]
  children: ReactNode
}

/** The top line and the sheet below it. The keyboard is `site/console.ts`; `data-keys` says whether single letters act. */
function Shell({ places, due = {}, member, preferences, trial, children }: ShellProps) {
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

function PreferencesForm({ preferences: { paper, keys } }: { preferences: ConsolePreferences }) {
  const { pathname, search } = useLocation()
  return (
    <Form method="post" action={preferencesPath} className="grid gap-2">
      <input type="hidden" name="next" value={pathname + search} />
      <Verb small name="paper" value={paper === 'light' ? 'dark' : 'light'}>
        {paper === 'light' ? 'Dark paper' : 'Light paper'}
      </Verb>
      <Verb small name="keys" value={keys ? 'off' : 'on'}>
        {keys ? 'Turn off single-letter keys' : 'Turn on single-letter keys'}
      </Verb>
    </Form>
  )
}

type KeysDialogProps = {
  places: readonly Place[]
  isOn: boolean
}

function KeysDialog({ places, isOn }: KeysDialogProps) {
  const groups = [
    ...commonKeys,
    { title: 'Go to', keys: places.map(({ key, word }) => [`G ${key.toUpperCase()}`, word] as const) },
  ]
  return (
    <dialog id="keys" className="con-dialog" aria-label="Keys">
      <div className="grid gap-3 p-4">
        <h2 className="con-h1">Keys</h2>
        {!isOn && <p className="text-muted">Single letters are off for you. Only keys with ⌘ act.</p>}
        <div className="grid grid-cols-3 gap-x-7 gap-y-3 max-md:grid-cols-1">
          {groups.map(({ title, keys }) => (
            <section key={title}>
              <h3 className="con-label">{title}</h3>
              <ul>
                {keys.map(([name, words]) => (
                  <li
                    key={name}
                    className="flex min-h-[26px] items-center justify-between gap-2 border-t border-hairline"
                  >
                    <span>{words}</span>
                    <Key>{name}</Key>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
        <form method="dialog">
          <Verb small shortcut="Esc">
            Close
          </Verb>
        </form>
      </div>
    </dialog>
  )
}

const keyAndWords = 'flex items-center gap-1.5'

function Palette() {
  return (
    <dialog id="palette" className="con-dialog" aria-label="Search or run a command" closedby="any">
      <form
        method="get"
        action={searchPath}
        className="con-palette-query"
        data-auto=""
        data-inside={foundPart}
      >
        <Shape kind="find" />
        <input
          className="h-[46px] min-w-0 flex-1 text-lg outline-none"
          type="text"
          name="q"
          aria-label="Search"
          autoComplete="off"
          spellCheck={false}
          placeholder="Search or run"
        />
        <Key>Esc</Key>
      </form>
      <div className="con-results" data-part={foundPart} />
      <p className="sr-only" role="status" />
      <div className="con-palette-foot">
        <span className={keyAndWords}>
          <Key>↑</Key>
          <Key>↓</Key> choose
        </span>
        <span className={keyAndWords}>
          <Key>↵</Key> open
        </span>
        <span className={keyAndWords}>
          <Key>⌘↵</Key> new tab
        </span>
        <span className="ml-auto">code, name, email, phone, № 7, dealer, words</span>
      </div>
    </dialog>
  )
}

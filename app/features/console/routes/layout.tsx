import { Form, Outlet, useLocation } from 'react-router'
import { missingWords, unavailableWords } from '#app/http/errors.ts'
import { shopContext } from '#app/http/context.server.ts'
import { staffMember } from '#app/features/staff/access.server.ts'
import { brand } from '#app/kit/brand.ts'
import { Sheet } from '../components/sheet.tsx'
import { VerbLink, Verb } from '../components/verb.tsx'
import '../console.css'
import {
  type DueCounts,
  foundPart,
  type Place,
  placeOf,
  placesFor,
  preferencesPath,
  searchPath,
} from '../rules.ts'
import { consolePath } from '../rules/path.ts'
import type { Route } from './+types/layout'
import { dueContext, type Paper, paperOf } from '../access.server.ts'
import type { ReactNode } from 'react'
import { SkipLink } from '#app/ui/skip-link.tsx'
import { Key, Shape, StampContext } from '../components/status.tsx'
import { formatStamp } from '#app/kit/dates.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { name, role } = staffMember(context)
  const shown = placesFor(role)
  const isToday = new URL(request.url).pathname === consolePath
  const counts = await context.get(dueContext)(role, { isToday })
  const shop = context.get(shopContext)
  return {
    member: name,
    places: shown,
    due: Object.fromEntries(shown.flatMap(({ path }) => (counts[path] ? [[path, counts[path]]] : []))),
    trial: [
      ...(shop.gateway.name === 'sandbox'
        ? [{ words: 'Payments are a sandbox: no money moves.', to: '/staff/setup-shop/payments' }]
        : []),
      ...(shop.mailboxFolder === null
        ? []
        : [{ words: 'Mail is not sent: it is kept in files.', to: '/staff/setup-shop/mail' }]),
    ],
    timeZone: shop.timeZone,
    now: shop.now(),
    paper: paperOf(request),
  }
}

export default function ConsoleLayout({ loaderData }: Route.ComponentProps) {
  const { timeZone, now } = loaderData
  return (
    <Shell {...loaderData}>
      <StampContext value={(at) => formatStamp(at, timeZone, now)}>
        <Outlet />
      </StampContext>
    </Shell>
  )
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const words = missingWords(error) ?? unavailableWords(error)
  const title = words?.title ?? 'Something went wrong'
  const sheet = (
    <Sheet title={title} action={<VerbLink to={consolePath}>Back to the first sheet</VerbLink>}>
      <div className="con-region grid gap-3">
        <p>{words?.text ?? 'This sheet could not be drawn. It has been written to the log.'}</p>
      </div>
    </Sheet>
  )
  if (!loaderData)
    return (
      <div className={shellLook}>
        <div className={topLook} />
        {sheet}
        <div />
      </div>
    )
  return <Shell {...loaderData}>{sheet}</Shell>
}

type ShellProps = Route.ComponentProps['loaderData'] & { children: ReactNode }

const shellLook =
  'grid grid-rows-[auto_minmax(0,1fr)_10px] h-dvh max-[700px]:grid-rows-[auto_minmax(0,1fr)_0] print:block print:h-auto print:overflow-visible'
const topLook =
  'con-top flex items-stretch gap-[14px] min-w-0 h-(--con-top) px-[14px] max-xl:gap-1 max-xl:px-2 print:hidden'
const dialogLook =
  'w-[min(760px,calc(100vw_-_24px))] max-h-[calc(100dvh_-_120px)] mt-24 mx-auto mb-0 overflow-auto bg-sheet border border-control rounded-plate shadow-dialog text-ink backdrop:bg-[oklch(0.1_0.005_80/0.62)] in-data-[paper=light]:backdrop:bg-[oklch(0.35_0.01_80/0.4)] max-[700px]:w-[100vw] max-[700px]:max-w-none max-[700px]:max-h-dvh max-[700px]:m-0 max-[700px]:[border-width:0_0_1px]'

/** The top line and the sheet below it. The keyboard is `site/console.ts`. */
function Shell({ places, due, member, paper, trial, children }: ShellProps) {
  const { pathname } = useLocation()
  const here = placeOf(pathname, places)
  const words = { places, here, due }
  return (
    <>
      <SkipLink>Skip to the sheet</SkipLink>
      <div className={shellLook}>
        <div>
          <header className={topLook}>
            <details className="con-menu xl:hidden">
              <summary className="grid h-(--con-top) w-11 list-none place-items-center" aria-label="Menu">
                <Shape kind="menu" />
              </summary>
              <nav
                className="absolute top-(--con-top) left-0 z-5 flex max-h-[calc(100dvh-var(--con-top))] min-w-[280px] flex-col overflow-auto border border-l-0 border-control bg-sheet [scrollbar-width:none] max-[700px]:right-0 max-[700px]:border-r-0"
                aria-label="Console"
              >
                <PlaceWords
                  {...words}
                  look="h-12 flex-none border-t border-hairline px-4 text-base/none [--con-word-gap:9px]"
                />
                <div className="p-4">
                  <PaperForm paper={paper} />
                  <AccountLinks />
                </div>
              </nav>
            </details>
            <a
              className="pr-1.5 font-display font-[300] text-xl/(--con-top) max-xl:hidden"
              href={consolePath}
              aria-label={`${brand} console, today`}
            >
              {brand}
            </a>
            <span className="hidden max-xl:block max-xl:truncate max-xl:font-display max-xl:font-[430] max-xl:text-base/(--con-top) max-xl:tracking-[0.03em]">
              {here?.word ?? 'Console'}
            </span>
            {/* Narrow where sixteen words would push the last of them off the line. */}
            <nav
              className="con-words flex min-w-0 overflow-x-auto [--con-word-gap:clamp(5px,1.9vw-18px,9px)] [scrollbar-width:none] max-xl:hidden"
              aria-label="Console"
            >
              <PlaceWords {...words} look="px-(--con-word-gap) text-sm/none" />
            </nav>
            <div className="flex flex-[1_0_auto] justify-end items-center gap-[10px] ml-auto">
              <a
                className="flex items-center flex-[0_1_218px] gap-2 h-7 pt-0 pr-1.5 pb-0 pl-2 bg-sheet border border-control rounded-control text-faint [&>span]:flex-[1_1_0] [&>span]:w-0 [&>span]:overflow-hidden [&>span]:whitespace-nowrap hover:border-faint max-[700px]:[&>span]:absolute max-[700px]:[&>span]:size-px max-[700px]:[&>span]:overflow-hidden max-[700px]:[&>span]:[clip-path:inset(50%)] max-[700px]:flex-none max-[700px]:justify-center max-[700px]:size-11 max-[700px]:p-0 max-[700px]:bg-transparent max-[700px]:border-0"
                href={searchPath}
                aria-keyshortcuts="Meta+K Control+K"
                data-palette=""
              >
                <Shape kind="find" />
                <span>Search or run</span>
                <Key>⌘K</Key>
              </a>
              <details className="con-popover">
                <summary className="truncate max-w-[140px] font-display font-[440] text-xs/[1.5rem] tracking-[0.04em] text-muted hover:text-ink max-xl:hidden">
                  {member}
                </summary>
                <div className="absolute top-8 right-0 z-5 rounded-control border border-control bg-sheet p-3 shadow-menu">
                  <PaperForm paper={paper} />
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
    </>
  )
}

function TrialBar({ notes, maySetUp }: { notes: ShellProps['trial']; maySetUp: boolean }) {
  return (
    notes.length > 0 && (
      <aside
        className="flex flex-wrap gap-x-[14px] gap-y-0.5 items-center py-1 px-[14px] border-y border-y-stop"
        aria-label="Trial"
      >
        <Shape kind="over" tone="stop" />
        {notes.map(({ words, to }) =>
          maySetUp ? (
            <a key={to} className="con-link" href={to}>
              {words}
            </a>
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
      <a
        className="inline-flex items-center underline underline-offset-4 max-md:min-h-11"
        href={`${consolePath}/account`}
      >
        Your account
      </a>
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
  look,
}: {
  places: readonly Place[]
  here: Place | undefined
  due: DueCounts
  look: string
}) {
  return places.map(({ word, path }) => (
    <a
      key={path}
      href={path}
      className={`relative flex items-center gap-[5px] font-display font-[430] tracking-[0.035em] whitespace-nowrap text-muted after:absolute after:inset-x-(--con-word-gap) after:hidden after:bottom-0 after:h-0.5 after:bg-ink hover:text-ink focus-visible:-outline-offset-2 aria-[current]:text-ink aria-[current]:after:block forced-colors:after:bg-[Highlight] forced-colors:after:forced-color-adjust-none ${look}`}
      aria-current={path === here?.path ? 'page' : undefined}
    >
      {word}
      {Boolean(due[path]) && (
        <i className="[font-size:var(--text-xs)] text-faint not-italic" aria-label={`${due[path]} due`}>
          {due[path]}
        </i>
      )}
    </a>
  ))
}

function PaperForm({ paper }: { paper: Paper }) {
  const { pathname, search } = useLocation()
  return (
    <Form method="post" action={preferencesPath}>
      <input type="hidden" name="next" value={pathname + search} />
      <Verb small name="paper" value={paper === 'light' ? 'dark' : 'light'}>
        {paper === 'light' ? 'Dark paper' : 'Light paper'}
      </Verb>
    </Form>
  )
}

const keyAndWords = 'flex items-center gap-1.5'

function Palette() {
  return (
    <dialog id="palette" className={dialogLook} aria-label="Search or run a command" closedby="any">
      <form
        method="get"
        action={searchPath}
        className="flex gap-[10px] items-center h-12 px-[14px] border-b border-b-control"
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
      <div className="flex flex-wrap gap-x-4 gap-y-1 py-2 px-[14px] border-t border-t-hairline text-muted">
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

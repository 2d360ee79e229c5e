import { Outlet } from 'react-router'
import { readCookie } from '#app/http/cookies.server.ts'
import { missingWords } from '#app/http/not-found.ts'
import { shopContext } from '#app/http/context.server.ts'
import { unavailableWords } from '#app/http/unavailable.ts'
import { staffMember } from '#app/features/staff/access.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { Sheet } from '../components/sheet.tsx'
import { Shell } from '../components/shell.tsx'
import { VerbLink } from '../components/verb.tsx'
import '../console.css'
import { countsOf, parsePreferences, placesFor } from '../rules.ts'
import { consolePath } from '../rules/path.ts'
import { trialNotes } from '../rules/trial.ts'
import type { Route } from './+types/layout'
import { dueContext } from '../access.server.ts'
import { preferencesCookie } from './preferences-cookie.server.ts'

/** What every sheet's frame shows: who is signed in, where they may go, and how they like their paper. */
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

/** What could not be shown, on a sheet of its own. The frame is drawn from what is known. */
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

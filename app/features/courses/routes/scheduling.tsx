import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { orNetworkError, isNetworkFailure } from '#app/http/network-failure.ts'
import { pageHead, sharePath } from '#app/http/page-head.ts'
import { SchedulingPage } from '../components/scheduling-page.tsx'
import { differsOnlyInSession } from '../rules/addresses.ts'
import '../courses.css'
import '../schedule.css'
import '../pick.css'
import '../registration.css'
import { registrationWords, seatRefusalWords } from '../words/registration.ts'
import type { Route } from './+types/scheduling'
import { schedulingHeaders, loadScheduling, startRegistration } from './scheduling-handlers.server.ts'

/** The second step of the registration, at both of its addresses. */
export function loader(args: Route.LoaderArgs) {
  return loadScheduling(args)
}

export function action(args: Route.ActionArgs) {
  return startRegistration(args)
}

/** A press whose answer was lost is said in words; pressing again sends the same key, so it never holds two seats. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orNetworkError(serverAction, { refusal: seatRefusalWords.cut_off })
}

/** A refusal means that the picture is stale; choosing a date changes nothing that is shown. */
export function shouldRevalidate({ actionStatus, currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  if (isNetworkFailure(actionStatus)) return false
  return actionStatus !== undefined || !differsOnlyInSession(currentUrl, nextUrl)
}

export const headers = () => schedulingHeaders

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  return pageHead({
    title: registrationWords.scheduling,
    path: loaderData.path,
    publicUrl: loaderData.publicUrl,
    description:
      'Dated pistol and concealed-carry classes in Miami with their free seats: choose one, and it is held while you pay the deposit.',
    picture: sharePath('courses'),
  })
}

export default function Scheduling({ loaderData, actionData }: Route.ComponentProps) {
  return <SchedulingPage {...loaderData} refusal={actionData?.refusal} />
}

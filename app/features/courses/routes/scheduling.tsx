import { pageHead, sharePath } from '#app/http/page-head.ts'
import { SchedulingPage } from '../components/scheduling-page.tsx'
import '../schedule.css'
import '../registration.css'
import { registrationWords } from '../words/registration.ts'
import type { Route } from './+types/scheduling'
import { loadScheduling, startRegistration } from './scheduling-handlers.server.ts'

/** Step two of the registration, at both of its URLs. */
export function loader(args: Route.LoaderArgs) {
  return loadScheduling(args)
}

export function action(args: Route.ActionArgs) {
  return startRegistration(args)
}

export { schedulingHeaders as headers } from './scheduling-handlers.server.ts'

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  return pageHead({
    title: registrationWords.scheduling,
    path: loaderData.path,
    publicUrl: loaderData.publicUrl,
    description:
      'Upcoming pistol and concealed-carry classes in Miami with open seats. Choose a date, and we hold your seat while you pay the deposit.',
    picture: sharePath('courses'),
  })
}

export default function Scheduling({ loaderData, actionData }: Route.ComponentProps) {
  return <SchedulingPage {...loaderData} refusal={actionData?.refusal} />
}

import { data, redirect } from 'react-router'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import { findUpload } from '#app/features/photos/store/uploads.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { safeLocalPath } from '#app/http/local-path.ts'
import { notFound } from '#app/http/not-found.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { countOf } from '#app/kit/count.ts'
import { Progress } from '#app/ui/progress.tsx'
import { photosPath, stateOf } from '../rules.ts'
import { failedWords } from '../words.ts'
import type { Route } from './+types/upload'

export const handle: StaffHandle = { right: 'catalog.write' }
export const meta = () => [{ title: consoleTitle('Photograph in work') }]

const lookEverySeconds = 2

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db } = context.get(shopContext)
  const upload = await findUpload(db, params.upload)
  if (!upload)
    throw notFound('No Such Upload', {
      text: 'It ended more than a week ago, or never was.',
      link: { to: photosPath, label: 'Photographs' },
    })
  const state = stateOf(upload)
  const next = new URL(request.url).searchParams.get('next')
  if (state.state === 'done') throw redirect(safeLocalPath(next, `${photosPath}/${state.photo}`), 303)
  const headers: HeadersInit = state.state === 'working' ? { Refresh: String(lookEverySeconds) } : {}
  return data({ state, alt: upload.alt }, { headers })
}

export default function Upload({ loaderData: { state, alt } }: Route.ComponentProps) {
  const isWorking = state.state === 'working'
  return (
    <Sheet
      title="Photograph in work"
      heading={alt}
      state={<Status kind={isWorking ? 'half' : 'no'}>{isWorking ? 'In work' : 'Given up'}</Status>}
      next={isWorking ? 'This page updates by itself' : 'Send another file'}
      action={
        <VerbLink to={isWorking ? photosPath : `${photosPath}/new`}>
          {isWorking ? 'Photographs' : 'New photograph'}
        </VerbLink>
      }
    >
      <div className="con-region grid max-w-[560px] gap-2">
        {isWorking ? (
          <>
            <p>{`${state.done} of ${countOf(state.total, 'file')} made.`}</p>
            <Progress value={state.done} max={state.total} label="Files made" />
          </>
        ) : (
          <p>{failedWords}</p>
        )}
      </div>
    </Sheet>
  )
}

import { z } from 'zod'
import { actAs } from '#app/access/act.server.ts'
import { EmptyList } from '#app/features/console/components/section.tsx'
import { DenseTable } from '#app/features/console/components/dense-table.tsx'
import { useStamp } from '#app/features/console/components/status.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { VerbForm } from '#app/features/console/components/verb.tsx'
import { staffAction } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { listFailedJobs, retryFailedJobs } from '#app/jobs/jobs.server.ts'
import { countOf } from '#app/kit/text.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import { jobsPath } from '../rules.ts'
import type { Route } from './+types/jobs'

export const handle: StaffHandle = { right: 'orders.write', title: 'Failed jobs' }

const maxRows = 200

export async function loader({ context, request }: Route.LoaderArgs) {
  const failed = await listFailedJobs(context.get(shopContext).db)
  return {
    isRetried: new URL(request.url).searchParams.has('retried'),
    count: failed.length,
    failed: failed.slice(0, maxRows),
  }
}

/** Puts jobs back into the queue. Each is safe to repeat, so nothing is done twice. */
export const action = staffAction({
  right: 'orders.write',
  input: z.union([
    z.object({ id: z.coerce.number().int().positive() }),
    z.object({ job: z.string().min(1).max(100) }),
  ]),
  run: ({ desk: { ctx, actor }, input: which }) => {
    const subject = 'id' in which ? `job ${which.id}` : which.job
    return actAs(ctx, actor, { verb: 'job-retry', subject }, async ({ tx }) =>
      (await retryFailedJobs(tx, which)) > 0 ? allowed : refuse('gone'),
    )
  },
  to: `${jobsPath}?retried`,
  refusal: () => 'It is no longer among the failed jobs.',
})

export default function FailedJobs({ loaderData, actionData }: Route.ComponentProps) {
  const { failed, count, isRetried } = loaderData
  const stamp = useStamp()
  const nameOf = (job: string) => job.replaceAll('-', ' ')
  return (
    <Sheet
      state={count > 0 ? `${countOf(count, 'job')} put aside` : 'Nothing failed'}
      next={count > 0 ? 'Retry them once the reason is gone' : undefined}
      action={[...new Set(failed.map(({ job }) => job))].map((job) => (
        <VerbForm key={job} to={jobsPath} sends={{ job }} busyWords="Queuing...">
          {`Retry all: ${nameOf(job)}`}
        </VerbForm>
      ))}
    >
      {actionData && (
        <SheetNotice kind="no">{actionData.fieldErrors.form ?? 'Choose a job of the list.'}</SheetNotice>
      )}
      {isRetried && (
        <SheetNotice kind="done">Queued again. What fails once more comes back here.</SheetNotice>
      )}
      {failed.length === 0 ? (
        <EmptyList>
          A job that fails every time would be listed here, with its reason. There is none.
        </EmptyList>
      ) : (
        <DenseTable
          caption="Failed jobs, newest first"
          isStacked
          rows={failed}
          id={({ id }) => String(id)}
          columns={[
            { label: 'Failed', width: 150, kind: 'code', render: ({ failedAt }) => stamp(failedAt) },
            { label: 'Job', width: 200, phone: 'lead', render: ({ job }) => nameOf(job) },
            { label: 'Tries', width: 90, render: ({ runs }) => countOf(runs, 'try', 'tries') },
            {
              label: 'Why',
              render: ({ fault }) => <span className="break-words whitespace-normal">{fault}</span>,
            },
            {
              label: 'Retry',
              width: 100,
              render: ({ id, job }) => (
                <VerbForm
                  to={jobsPath}
                  sends={{ id }}
                  small
                  busyWords="Queuing..."
                  aria-label={`Retry ${nameOf(job)} ${id}`}
                >
                  Retry
                </VerbForm>
              ),
            },
          ]}
        />
      )}
    </Sheet>
  )
}

import { staffAction } from '#app/features/staff/action.server.ts'
import { z } from 'zod'
import { Problem } from '#app/features/console/components/fields.tsx'
import { StatusList, type StatusRow } from '#app/features/console/components/status.tsx'
import { VerbForm } from '#app/features/console/components/verb.tsx'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { isTextKey } from '#app/features/texts/rules.ts'
import { textTitles, wordsPath } from '#app/features/words-desk/texts.tsx'
import { formatCount } from '#app/kit/text.ts'
import { refuse } from '#app/kit/refusal.ts'
import { StepSheet } from '../components/step-sheet.tsx'
import { findReadings, type Reading, pathAfter, settleStep, showProgress } from '../store.server.ts'
import type { Route } from './+types/texts'

export const handle: StaffHandle = { right: 'rules.write' }

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const [progress, { readings, unread, seen }] = await Promise.all([
    showProgress(shop),
    findReadings(shop.db),
  ])
  const texts = readings.filter(({ group }) => group === 'texts')
  return {
    shown: progress.texts,
    seen,
    unread,
    rules: countsOf(readings, 'rules'),
    claims: countsOf(readings, 'claims'),
    texts: texts.flatMap(({ key, version, isRead, isChecked }) =>
      isTextKey(key)
        ? {
            title: textTitles[key],
            to: `/${key}`,
            editTo: `${wordsPath}/${key}`,
            version: version.split(' ')[0] ?? '',
            by: isChecked ? 'Published here' : 'Came with the program',
            isRead,
          }
        : [],
    ),
  }
}

function countsOf(readings: readonly Reading[], group: Reading['group']) {
  const all = readings.filter((reading) => reading.group === group)
  const unread = all.filter(({ isRead }) => !isRead).map(({ key }) => key)
  return {
    all: all.length,
    unchecked: all.filter(({ isChecked }) => !isChecked).length,
    unread: unread.length === all.length ? [] : unread,
  }
}

export const action = staffAction({
  right: 'rules.write',
  recent: true,
  input: z.object({ seen: z.string() }),
  // Refused where they are not what the page listed. The audit log says which were new to the shop.
  async run({ desk, input }) {
    const { readings, seen } = await findReadings(desk.ctx.db)
    if (seen !== input.seen) return refuse('changed')
    const versions = Object.fromEntries(readings.map(({ key, version }) => [key, version]))
    const read = readings.filter(({ isRead }) => !isRead).map(({ key, version }) => `${key}: ${version}`)
    return settleStep(desk, 'texts', { state: 'done', versions }, { verb: 'setup-texts', data: { read } })
  },
  to: ({ desk }) => pathAfter(desk.ctx, 'texts'),
  refusal: () =>
    'Something changed while this page was open. It is listed below now: read it, then confirm again.',
})

export default function TextsStep({ loaderData, actionData }: Route.ComponentProps) {
  const { shown, seen, unread, rules, claims, texts } = loaderData
  return (
    <StepSheet
      step="texts"
      shown={shown}
      note={unread === 0 ? 'all were read' : `${formatCount(unread)} to read`}
    >
      <Problem>{actionData?.fieldErrors.form}</Problem>
      <div className="mb-5 max-w-[64ch]">
        <StatusList
          rows={[
            rulesRow('State, local and age rules', '/staff/rules', rules),
            rulesRow('Figures and claims', '/staff/rules/claims', claims),
            ...texts.map(({ title, to, editTo, version, by, isRead }) => ({
              key: to,
              kind: isRead ? ('done' as const) : ('todo' as const),
              words: <TextLink to={to}>{title}</TextLink>,
              detail: (
                <>
                  Version {version}. {by}. <TextLink to={editTo}>Change it</TextLink>
                </>
              ),
            })),
          ]}
        />
      </div>
      <VerbForm sends={{ seen }} look="primary" busyWords="Saving...">
        I have read them, and they are right
      </VerbForm>
    </StepSheet>
  )
}

function TextLink({ to, children }: { to: string; children: string }) {
  return (
    <a className="con-link" href={to}>
      {children}
    </a>
  )
}

type Counts = Route.ComponentProps['loaderData']['rules']

function rulesRow(title: string, to: string, { all, unchecked, unread }: Counts): StatusRow {
  const checked =
    unchecked === 0
      ? `Somebody checked each of the ${formatCount(all)} against its source.`
      : `Nobody has checked ${formatCount(unchecked)} of ${formatCount(all)} against their sources.`
  return {
    key: to,
    kind: unchecked === 0 ? 'done' : 'todo',
    words: <TextLink to={to}>{title}</TextLink>,
    detail:
      unread.length > 0 ? `${checked} New or changed since they were read: ${unread.join(', ')}.` : checked,
  }
}

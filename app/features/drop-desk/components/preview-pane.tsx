import { formatCount } from '#app/kit/count.ts'
import { Revisions } from '#app/features/console/components/revisions.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { VerbLink } from '#app/features/console/components/verb.tsx'
import { PhotoPanel } from '#app/features/photo-desk/components/photo-panel.tsx'
import { previewDays } from '#app/features/drops/rules/preview.ts'
import type { ShownPlan } from '../routes/shown-plan.server.ts'
import { dayWords, verbWords } from '../words.ts'
import { VariantPhotos } from './variant-photos.tsx'

/** How the drop looks on a day, what is open before it may be published, what may be done, and what was done. */
export function PreviewPane({ shown }: { shown: ShownPlan }) {
  const { slug, checks, verbs } = shown
  return (
    <div className="sticky top-0 min-w-0 self-start max-xl:static">
      <Picture shown={shown} />
      {checks.length > 0 && (
        <Section title={shown.isPublished ? 'What the page needs' : 'Before it may be published'}>
          <ul className="grid grid-cols-2 gap-x-6 max-xl:grid-cols-1">
            {checks.map(({ point, isDone, words }) => (
              <li key={point} className="flex min-h-[30px] items-center border-t border-hairline py-1">
                <Status kind={isDone ? 'done' : 'todo'} tone={isDone ? 'ok' : undefined} quiet={isDone}>
                  {words}
                </Status>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <PhotoPanel subject={{ kind: 'drop', key: slug }} photos={shown.photos} here={`/staff/drops/${slug}`} />
      <VariantPhotos {...shown} />
      <Section title="Do">
        <div className="flex flex-wrap gap-2">
          {verbs.map((verb) => (
            <VerbLink
              key={verb}
              small
              to={`/staff/drops/${slug}/${verb}`}
              {...(verbWords[verb].isStop && { look: 'stop' as const })}
            >
              {verbWords[verb].label}
            </VerbLink>
          ))}
          <VerbLink small to={`/staff/drops/new?from=${slug}`}>
            Copy
          </VerbLink>
          {shown.isPublished && (
            <>
              <VerbLink small to={`/staff/drops/${slug}/live`}>
                Live board
              </VerbLink>
              <VerbLink small to={`/drops/${slug}`}>
                Its page
              </VerbLink>
            </>
          )}
        </div>
      </Section>
      <Section title="Revisions">
        {shown.revisions.length === 0 ? (
          <p className="text-muted">Nobody has changed it in the console yet.</p>
        ) : (
          <Revisions
            rows={shown.revisions.map(({ revision, at, change, by }) => ({
              key: String(revision),
              number: revision,
              date: at,
              change,
              by,
            }))}
          />
        )}
      </Section>
    </div>
  )
}

/** Which of the four pictures is seen on the chosen day, in the order of `previewDays`. A hidden one is not loaded. */
const shownOn = [
  'group-has-[[value=before]:checked]/day:block',
  'group-has-[[value=opening]:checked]/day:block',
  'group-has-[[value=half]:checked]/day:block',
  'group-has-[[value=sold-out]:checked]/day:block',
]

function Picture({ shown }: { shown: ShownPlan }) {
  const { slug, name, units, house, artVersion, theme } = shown
  return (
    <section aria-label="Preview" className="group/day">
      <div className="con-bar max-md:flex-wrap! max-md:overflow-visible!">
        <h2 className="con-h2 mr-auto">As saved, on the day</h2>
        <span className="flex max-w-full flex-wrap gap-1" role="radiogroup" aria-label="Day">
          {previewDays.map((day) => (
            <label
              key={day}
              className="con-verb relative cursor-pointer has-checked:bg-raised has-checked:underline has-checked:decoration-2 has-checked:underline-offset-4 has-focus-visible:outline-2 has-focus-visible:outline-ink"
              data-small=""
            >
              <input
                className="absolute inset-0 size-full cursor-pointer opacity-0"
                type="radio"
                name="preview-day"
                value={day}
                defaultChecked={day === 'opening'}
              />
              {dayWords[day]}
            </label>
          ))}
        </span>
        <VerbLink small look="primary" to={`/staff/drops/${slug}/preview?day=opening`} target="_blank">
          Whole page
        </VerbLink>
      </div>
      <div className="relative overflow-hidden border-b border-hairline bg-page" data-theme={theme}>
        {previewDays.map((day, at) => (
          <img
            key={day}
            className={`hidden h-auto w-full ${shownOn[at]}`}
            src={`/staff/drops/${slug}/art/hero-wide.svg?day=${day}&v=${artVersion}`}
            width={1440}
            height={760}
            alt={`The artwork of ${name}: ${dayWords[day]}`}
            loading="lazy"
          />
        ))}
        <p className="absolute bottom-5 left-6 grid text-ink">
          <b className="display text-3xl">{name}</b>
          <span className="text-muted">
            {formatCount(units)} units{house.length > 0 && `, ${house.length} set aside for the house`}
          </span>
        </p>
      </div>
    </section>
  )
}

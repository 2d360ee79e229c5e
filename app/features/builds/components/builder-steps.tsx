import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ChangeEvent, ReactNode } from 'react'
import type { PartStep } from '#app/art/blueprint/build.ts'
import { Photo } from '#app/features/photos/components/photo.tsx'
import type { ShownPhoto } from '#app/features/photos/rules.ts'
import { formatCents } from '#app/kit/money.ts'
import { addedCents, notesWith } from '../rules/checks.ts'
import {
  type Catalog,
  chosenParts,
  type FinishColors,
  finishesFor,
  finishIn,
  isStandard,
  type Part,
  partIdsAt,
  partsFor,
  type Selection,
  steps,
} from '../rules.ts'
import { configuratorWords, finishPriceWords, finishWords, priceWords, stepWords } from '../words.ts'

export type PartDrawing = { src: string; width: number; height: number }

export type ChoiceProps = {
  selection: Selection
  catalog: Catalog
  photos: Readonly<Record<string, ShownPhoto>>
  drawings: Readonly<Record<string, PartDrawing>>
  finishColors: FinishColors
  suppressorNotice: string
  isLowerMolded: boolean
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

export function Steps(props: ChoiceProps) {
  const { selection, finishColors, onChange } = props
  const finish = finishIn(selection)
  const { isSuppressorOptimized } = selection
  return (
    <>
      {steps.map((step, index) => (
        <PartChoice key={step} step={step} number={index + 1} {...props} />
      ))}
      <Group id="finish" title={finishWords.title}>
        <div className="grid grid-cols-2 gap-2">
          {finishesFor(selection.platformId).map((each) => (
            <Choice
              key={each.id}
              type="radio"
              name="finish"
              value={each.id}
              isChecked={each === finish}
              onChange={onChange}
              label={each.name}
              note={finishPriceWords(each)}
              picture={
                <span
                  className="col-span-full h-3 rounded-full border border-muted forced-color-adjust-none"
                  style={{ backgroundColor: finishColors[each.id] }}
                  aria-hidden
                />
              }
            />
          ))}
        </div>
        <p className="text-sm text-muted">
          On the receiver and the handguard.{' '}
          {isStandard(finish)
            ? 'Included in the build total.'
            : `Not in the build total: its price comes with your agreement, which you accept before we build anything.${finish.isMetalOnly && props.isLowerMolded ? ' It is for metal: your polymer lower stays black.' : ''}`}
        </p>
      </Group>
      <Group id="suppressor" title="Suppressor">
        <Choice
          type="checkbox"
          isSwitch
          name="suppressor"
          value="yes"
          isChecked={isSuppressorOptimized}
          onChange={onChange}
          label={configuratorWords.suppressor}
          price={finishWords.included}
        />
        {isSuppressorOptimized && (
          <>
            <ul className="flex flex-wrap gap-2">
              {configuratorWords.suppressorBadges.map((badge) => (
                <li className="rounded-control border border-control px-2 py-1 text-xs" key={badge}>
                  {badge}
                </li>
              ))}
            </ul>
            <p className="text-sm text-muted">{props.suppressorNotice}</p>
          </>
        )}
      </Group>
    </>
  )
}

function PartChoice({ step, number, ...props }: ChoiceProps & { step: PartStep; number: number }) {
  const { selection, catalog, photos, drawings, onChange } = props
  const parts = partsFor(catalog, selection.platformId, step)
  if (parts.length === 0) return null
  const chosen = chosenParts(selection, catalog)
  const ids = partIdsAt(selection, step)
  const isMany = step === 'accessories'
  const none = noneWords[step]
  return (
    <Group
      id={`step-${step}`}
      number={number}
      title={stepWords[step].label}
      lead={isMany ? 'As many as you like.' : undefined}
    >
      {none && (
        <Choice
          type="radio"
          name={step}
          value=""
          isChecked={ids.length === 0}
          onChange={onChange}
          label={none}
        />
      )}
      <div className="grid gap-3 max-lg:grid-cols-2">
        {parts.map((part) => {
          const times = ids.filter((id) => id === part.id).length
          return (
            <div key={part.id} className="grid grid-rows-[1fr] gap-1">
              <Choice
                type={isMany ? 'checkbox' : 'radio'}
                name={step}
                value={part.id}
                isChecked={times > 0}
                onChange={onChange}
                label={part.name}
                note={part.description}
                facts={part.tags.join(', ')}
                price={times > 0 && !isMany ? 'in total' : addedWords(addedCents(chosen, part))}
                hints={notesWith(part, selection, catalog)}
                picture={<Picture photo={photos[part.id]} drawing={drawings[part.id]} />}
              />
              {isMany &&
                Array.from({ length: times }, (_, index) => (
                  <Choice
                    key={index}
                    type="checkbox"
                    name={step}
                    value={part.id}
                    isChecked={index + 1 < times}
                    onChange={onChange}
                    label={`One more ${part.name}`}
                    price={addedWords(part.priceCents)}
                  />
                ))}
              <Details part={part} catalog={catalog} />
            </div>
          )
        })}
      </div>
    </Group>
  )
}

function Details({ part, catalog }: { part: Part; catalog: Catalog }) {
  const excluded = catalog.parts.filter(
    (other) => other.id !== part.id && (part.excludes.includes(other.id) || other.excludes.includes(part.id)),
  )
  const facts = [...part.specs, ...excluded.map(({ name }) => `Not with ${name}`)]
  if (facts.length === 0) return null
  return (
    <details className="text-sm text-muted">
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">
        Details<span className="sr-only"> ({part.name})</span>
      </summary>
      <ul className="pb-2">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </details>
  )
}

const noneWords: Partial<Record<PartStep, string>> = { optics: 'No optic', muzzle: 'No muzzle device' }

function addedWords(cents: number): string {
  if (cents === 0) return priceWords(0)
  return `${cents > 0 ? '+' : '−'}${formatCents(Math.abs(cents))}`
}

type GroupProps = {
  id: string
  number?: number
  title: string
  lead?: string | undefined
  children: ReactNode
}

function Group({ id, number, title, lead, children }: GroupProps) {
  return (
    <fieldset id={id} className="grid min-w-0 gap-3 border-b border-hairline py-6 lg:px-6">
      <legend className="contents">
        <span className="flex items-center gap-3 font-display text-2xl font-book">
          {number && (
            <span
              className="grid size-8 place-items-center rounded-full border border-accent text-base leading-none font-medium text-accent"
              aria-hidden
            >
              {number}
            </span>
          )}
          {title}
        </span>
      </legend>
      {lead && <p className="text-sm text-muted">{lead}</p>}
      {children}
    </fieldset>
  )
}

type OneProps = {
  type: 'radio' | 'checkbox'
  isSwitch?: boolean
  name: string
  value: string
  isChecked: boolean
  onChange: ChoiceProps['onChange']
  label: string
  note?: string
  facts?: string
  price?: string
  hints?: readonly string[]
  picture?: ReactNode
}

function Choice({ label, note, facts, price, hints = [], picture, isChecked, isSwitch, ...field }: OneProps) {
  return (
    <label className="grid min-h-12 cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] content-start items-center gap-x-3 gap-y-2 rounded-control border border-control px-3 py-2 transition-colors hover:border-muted hover:bg-sheet has-checked:border-accent has-checked:bg-sheet has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      {picture}
      <input
        className="size-5 accent-accent outline-none"
        checked={isChecked}
        role={isSwitch ? 'switch' : undefined}
        {...field}
      />
      <span className="min-w-0 leading-snug wrap-anywhere">{label}</span>
      <span
        className={`font-display text-sm leading-snug max-lg:col-start-2 ${isChecked ? 'text-accent' : ''}`}
      >
        {price}
      </span>
      {note && <span className="col-span-full text-sm leading-snug text-muted">{note}</span>}
      {facts && <span className="col-span-full text-xs text-faint">{facts}</span>}
      {hints.map((hint) => (
        <span className="col-span-full flex gap-2 text-sm text-hold" key={hint}>
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          <span>
            <span className="sr-only">With this part: </span>
            {hint}
          </span>
        </span>
      ))}
    </label>
  )
}

function Picture({ photo, drawing }: { photo: ShownPhoto | undefined; drawing: PartDrawing | undefined }) {
  if (photo)
    return (
      <Photo
        photo={photo}
        sizes="352px"
        isDecorative
        className="col-span-full aspect-[2/1] rounded-control"
      />
    )
  if (!drawing) return null
  return (
    <img
      className="col-span-full h-auto max-h-40 w-full object-contain object-left print:grayscale print:invert"
      {...drawing}
      alt=""
      loading="lazy"
      decoding="async"
    />
  )
}

import { type FieldErrors, parseForm } from '#app/http/form.ts'
import { momentIn } from '#app/kit/zoned-time.ts'
import {
  type CatalogDesk,
  changeItem,
  priceItem,
  setItemState,
  stockItem,
  withdrawItemPrice,
} from '../flows.server.ts'
import { priceInput, seenInput, stateInput, stockInput, withdrawInput } from '../input.ts'
import type { FieldContext } from '../rules/fields.ts'
import type { FieldFaults } from '../rules/item-faults.ts'
import type { TypedItem } from '../rules/item-form.ts'
import type { CatalogKind } from '../rules/kind.ts'
import { typedFields } from '../rules/typed-fields.ts'
import { refusalWords } from '../words.ts'

export type RefusedForm = {
  status: 200 | 409 | 422
  verb: string
  form?: string
  errors: FieldErrors
  faults: FieldFaults
  typed: TypedItem
}

type Subject = { desk: CatalogDesk; kind: CatalogKind; key: string; fields: FieldContext }
type Verb = (subject: Subject, form: FormData) => Promise<RefusedForm | undefined>

export function drawnForm(typed: TypedItem): RefusedForm {
  return { status: 200, verb: 'save', errors: {}, faults: {}, typed }
}

export function actOnItem(subject: Subject, verb: string, form: FormData): Promise<RefusedForm | undefined> {
  const act = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  return act ? act(subject, form) : Promise.resolve(refusedForm(verb, 422, refusalWords.unknown_verb))
}

const verbs: Record<string, Verb> = { save, state, price, withdraw, stock }

async function save({ desk, kind, key, fields }: Subject, form: FormData) {
  const seen = parseForm(seenInput, form)
  if (!seen.ok) return refusedForm('save', 422, refusalWords.unknown_verb)
  const typed = typedFields(kind, form)
  const done = await changeItem(desk, kind, key, { seen: seen.value.revision, typed }, fields)
  if (done.ok) return undefined
  const faults =
    done.why === 'invalid'
      ? done.faults
      : done.why === 'changed'
        ? Object.fromEntries(
            Object.entries(done.now).map(([name, is]) => [name, `Now it is: ${is || 'empty'}`]),
          )
        : {}
  return { ...refusedForm('save', done.why === 'invalid' ? 422 : 409, refusalWords[done.why]), faults, typed }
}

async function state({ desk, kind, key, fields }: Subject, form: FormData) {
  const parsed = parseForm(stateInput, form)
  if (!parsed.ok) return refusedForm('state', 422, refusalWords.unknown_verb)
  const { revision: seen, state: to } = parsed.value
  const done = await setItemState(desk, kind, key, { seen, state: to }, fields)
  return done.ok ? undefined : refusedForm('state', 409, refusalWords[done.why])
}

async function price({ desk, kind, key, fields }: Subject, form: FormData) {
  const parsed = parseForm(priceInput, form)
  if (!parsed.ok) return { ...refusedForm('price', 422, refusalWords.invalid), errors: parsed.fieldErrors }
  const { key: formKey, cents, startsAt: typed } = parsed.value
  const startsAt = typed === '' ? null : momentIn(fields.timeZone, typed.replace('T', ' ').slice(0, 16))
  if (startsAt === undefined)
    return {
      ...refusedForm('price', 422, refusalWords.invalid),
      errors: { startsAt: ['Enter a day and a time that exists'] },
    }
  const done = await priceItem(desk, kind, key, { formKey, cents, startsAt })
  if (done.ok) return undefined
  const words = refusalWords[done.why]
  const field = done.why === 'starts_in_past' ? 'startsAt' : 'cents'
  return { ...refusedForm('price', 409, words), errors: { [field]: [words] } }
}

async function withdraw({ desk, kind, key }: Subject, form: FormData) {
  const parsed = parseForm(withdrawInput, form)
  if (!parsed.ok) return refusedForm('withdraw', 422, refusalWords.unknown_verb)
  const done = await withdrawItemPrice(desk, kind, key, parsed.value.id)
  return done.ok ? undefined : refusedForm('withdraw', 409, refusalWords[done.why])
}

async function stock({ desk, kind, key }: Subject, form: FormData) {
  const parsed = parseForm(stockInput, form)
  if (!parsed.ok) return { ...refusedForm('stock', 422, refusalWords.invalid), errors: parsed.fieldErrors }
  const done = await stockItem(desk, kind, key, parsed.value)
  if (done.ok) return undefined
  return { ...refusedForm('stock', 409, refusalWords[done.why]), errors: { typed: [refusalWords[done.why]] } }
}

function refusedForm(verb: string, status: RefusedForm['status'], form: string): RefusedForm {
  return { status, verb, form, errors: {}, faults: {}, typed: {} }
}

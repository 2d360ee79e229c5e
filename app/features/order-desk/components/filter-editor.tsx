import { CheckField, SelectField, TextField } from '#app/features/console/components/fields.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import { type ChoiceField, choiceFields, type QueryField, readChoice, readDays } from '../rules/query.ts'
import { fieldWords, valueWords } from '../words/list.ts'

type FilterEditorProps = {
  field: QueryField
  /** The filter as the address says it; empty for a new one. */
  text: string
  /** The query around it. */
  address: string
  isOpen: boolean
  /** What the frame shows for it. */
  summary: string
}

/** The value of a filter, which opens a small form. Its fields are the address of the changed query, with this filter open. */
export function FilterEditor({ field, text, address, isOpen, summary }: FilterEditorProps) {
  const others = [...new URLSearchParams(address)].filter(([name]) => name !== field)
  return (
    <details className="con-popover" name="filter" open={isOpen}>
      <summary aria-label={`Change filter ${fieldWords[field]}: ${summary}`}>{summary}</summary>
      <form method="get" action="/staff/orders" className="con-panel grid gap-3 p-3" data-auto="">
        {others.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Fields field={field} text={text} />
        <span className="hidden noscript:contents">
          <Verb small look="primary" name="edit" value="done">
            Show
          </Verb>
        </span>
        {/* It stays open while it is changed, and closes with the button. */}
        <input type="hidden" name="edit" value={field} />
      </form>
    </details>
  )
}

function Fields({ field, text }: Pick<FilterEditorProps, 'field' | 'text'>) {
  if (field === 'q')
    return (
      <TextField
        label="Code, name, email, phone, goods or unit number"
        name="q"
        type="search"
        defaultValue={text}
      />
    )
  if (field === 'paid' || field === 'placed') {
    const { operator, from, to } = readDays(text)
    return (
      <>
        <SelectField
          label="When"
          name={`${field}.op`}
          defaultValue={text ? operator : '>'}
          options={[
            ['>', 'after'],
            ['<', 'before'],
            ['=', 'on'],
            ['..', 'from, to'],
          ]}
        />
        <TextField label="Day" name={field} type="date" required defaultValue={from} />
        <TextField label="Last day, for a span" name={`${field}.to`} type="date" defaultValue={to} />
      </>
    )
  }
  return <Choices field={field} text={text} />
}

function Choices({ field, text }: { field: ChoiceField; text: string }) {
  const { values, isNegated } = readChoice(text)
  return (
    <>
      <SelectField
        label={fieldWords[field]}
        name={`${field}.op`}
        defaultValue={isNegated ? 'not' : 'any'}
        options={[
          ['any', 'is any of'],
          ['not', 'is not'],
        ]}
      />
      <fieldset className="grid max-h-[320px] overflow-y-auto [scrollbar-width:thin] max-md:max-h-none max-md:grid-cols-2 max-md:gap-x-3">
        <legend className="sr-only">Values</legend>
        {choiceFields[field].map((value) => (
          <CheckField
            key={value}
            name={field}
            value={value}
            defaultChecked={values.includes(value)}
            label={valueWords(field, value)}
          />
        ))}
      </fieldset>
    </>
  )
}

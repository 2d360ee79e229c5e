import { Form } from 'react-router'
import { clearDetailsField, clearDetailsPath, typedDetailsWords } from '#app/http/typed-details.ts'

/** Somebody else may sit here now. A form of its own, because Enter in a field presses the first button of a form. */
export function TypedBefore({ back }: { back: string }) {
  return (
    <Form method="post" action={clearDetailsPath} className="mb-4 text-sm text-muted">
      {typedDetailsWords.filled}{' '}
      <button type="submit" className="link min-h-11" name={clearDetailsField} value={back}>
        {typedDetailsWords.clear}
      </button>
    </Form>
  )
}

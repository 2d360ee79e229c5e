import { clearDetailsField, clearDetailsPath, typedDetailsWords } from '#app/http/typed-details.ts'

/** Says in a form that it was filled in from an earlier one, with the way to clear that: somebody else may sit here now. */
export function TypedBefore({ back }: { back: string }) {
  return (
    <p className="text-sm text-muted">
      {typedDetailsWords.filled}{' '}
      <button
        type="submit"
        className="link"
        formAction={clearDetailsPath}
        formMethod="post"
        formNoValidate
        name={clearDetailsField}
        value={back}
      >
        {typedDetailsWords.clear}
      </button>
    </p>
  )
}

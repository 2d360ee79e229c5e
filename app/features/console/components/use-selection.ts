import { useCallback, useEffect, useState } from 'react'

/**
 * Which rows of a table are selected: the checked boxes named `row` of a form. `read` belongs on an element around the table as
 * `onChange`. Rows that are no longer shown are no longer selected.
 */
export function useSelection(formId: string, rows: readonly unknown[]) {
  const [ids, setIds] = useState<readonly string[]>([])
  const read = useCallback(() => {
    const boxes = document.querySelectorAll<HTMLInputElement>(
      `input[name=row][form="${CSS.escape(formId)}"]:checked`,
    )
    setIds([...new Set(Array.from(boxes, (box) => box.value))])
  }, [formId])
  useEffect(read, [read, rows])
  const clear = useCallback(() => {
    document.querySelector<HTMLFormElement>(`form#${CSS.escape(formId)}`)?.reset()
    read()
  }, [formId, read])
  return { ids, read, clear }
}

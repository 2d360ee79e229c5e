import { useEffect } from 'react'
import { showToast } from '#app/ui/toaster.tsx'

type Props = { title: string; text: string; isFailure?: boolean }

/** Says in the corner how a payment went, once for each appearance. Without script the page itself says it. */
export function ToastOnMount({ title, text, isFailure = false }: Props) {
  useEffect(() => {
    showToast({ title, description: text, ...(isFailure && { kind: 'destructive' as const }) })
  }, [title, text, isFailure])
  return null
}

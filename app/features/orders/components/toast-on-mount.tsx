import { useEffect } from 'react'
import { showToast } from '#app/ui/toaster.tsx'

type Props = { title: string; text: string; isFailure?: boolean }

/** Shows a toast about a payment on mount. Without script the page itself says it. */
export function ToastOnMount({ title, text, isFailure = false }: Props) {
  useEffect(() => {
    showToast({ title, description: text, ...(isFailure && { kind: 'destructive' as const }) })
  }, [title, text, isFailure])
  return null
}

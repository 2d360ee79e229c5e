import { useEffect } from 'react'
import { showToast } from '#app/ui/toaster.tsx'

type Props = { title: string; text: string; isFailure?: boolean }

/**
 * Shows a toast about a payment on mount. Without script the page itself says it. That a payment failed is no longer said once
 * the page has gone on: the next one may have gone through.
 */
export function ToastOnMount({ title, text, isFailure = false }: Props) {
  useEffect(() => {
    const dismiss = showToast({
      title,
      description: text,
      ...(isFailure && { kind: 'destructive' as const }),
    })
    return isFailure ? dismiss : undefined
  }, [title, text, isFailure])
  return null
}

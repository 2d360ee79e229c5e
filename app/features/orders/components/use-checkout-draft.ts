import { type RefObject, useEffect } from 'react'
import { useLoaderData } from 'react-router'
import type { SubmittedFields } from '#app/http/form.ts'
import { clearDraft } from '#app/http/form-draft.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { useFormDraft } from '#app/http/use-form-draft.ts'
import { detailFields } from './field-order.ts'

const keyOf = (orderId: string) => `paco-checkout-${orderId}`

/** Keeps the typed details of a checkout while its tab is open. Never payment or attestation. */
export function useCheckoutDraft(orderId: string): RefObject<HTMLFormElement | null> {
  const { given = {} } = useLoaderData<{ given?: SubmittedFields }>()
  const over = JSON.stringify(detailFields.map((name) => typedIn(given, name)))
  return useFormDraft({ key: keyOf(orderId), fields: detailFields, over })
}

/** Deletes an order's draft once it is no longer needed. */
export function useClearCheckoutDraft(orderId: string, isOver: boolean) {
  useEffect(() => {
    if (isOver) clearDraft(keyOf(orderId))
  }, [orderId, isOver])
}

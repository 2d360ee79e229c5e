import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Button, type ButtonVariant } from '#app/ui/button.tsx'

type Props = { variant?: ButtonVariant; block?: boolean; children: ReactNode }

/** Leads to the builder, with the pack beside the build that is made there. */
export function BundleButton({ variant = 'secondary', block = false, children }: Props) {
  return (
    <Form method="post" action="/trust/bundle" className={block ? 'tru-go is-wide' : 'tru-go'}>
      <Button variant={variant} block={block}>
        {children}
      </Button>
    </Form>
  )
}

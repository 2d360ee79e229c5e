import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button, type ButtonVariant } from '#app/ui/button.tsx'

type Props = { variant?: ButtonVariant; block?: boolean; children: ReactNode }

/** Goes to the builder and adds the pack to the build made there. */
export function BundleButton({ variant = 'secondary', block = false, children }: Props) {
  const { state, formAction } = useNavigation()
  return (
    <Form method="post" action="/trust/bundle" className={block ? 'grid self-end' : undefined}>
      <Button
        variant={variant}
        block={block}
        busy={state !== 'idle' && formAction === '/trust/bundle'}
        busyLabel="One moment"
      >
        {children}
      </Button>
    </Form>
  )
}

import { Shape } from '../../console/components/shape.tsx'

export function Problem({ children }: { children: string | undefined }) {
  if (!children) return null
  return (
    <p className="con-error" role="alert">
      <Shape kind="over" />
      <span>{children}</span>
    </p>
  )
}

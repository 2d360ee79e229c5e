function Skeleton({ width = '100%', height = '1em' }: { width?: string; height?: string }) {
  return (
    <span
      className="skeleton relative block overflow-hidden rounded-control bg-plate"
      style={{ width, height }}
      aria-hidden
    />
  )
}

export function SkeletonCards({ count, label }: { count: number; label: string }) {
  return (
    <div className="cards cards-3" role="status" aria-busy aria-label={label}>
      {Array.from({ length: count }, (_, index) => (
        <div
          className="card overflow-hidden rounded-plate border border-hairline bg-sheet"
          key={index}
          aria-hidden
        >
          <Skeleton height="220px" />
          <div className="grid gap-3 p-5">
            <Skeleton width="70%" height="24px" />
            <Skeleton height="15px" />
            <Skeleton width="56%" height="15px" />
            <Skeleton height="48px" />
          </div>
        </div>
      ))}
    </div>
  )
}

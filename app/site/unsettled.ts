import { refresh } from './markup.ts'

const firstMs = 2_000
const longestMs = 20_000

let timer = 0

export function watchUnsettled(): void {
  if (timer === 0) wait(firstMs)
}

function wait(ms: number): void {
  timer = window.setTimeout(() => void ask(ms), ms)
}

async function ask(ms: number): Promise<void> {
  if (!document.hidden) await refresh()
  timer = 0
  if (document.querySelector('[data-unsettled]')) wait(document.hidden ? ms : Math.min(ms * 1.3, longestMs))
}

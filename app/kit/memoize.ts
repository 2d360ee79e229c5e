export function memoize<Arguments extends unknown[], Answer>(
  maxEntries: number,
  make: (...given: Arguments) => Answer,
): (...given: Arguments) => Answer {
  const cache = new Map<string, Answer>()
  return (...given) => {
    const key = JSON.stringify(given)
    const known = cache.get(key)
    if (known !== undefined) return known
    const answer = make(...given)
    const [oldest] = cache.keys()
    if (cache.size >= maxEntries && oldest !== undefined) cache.delete(oldest)
    cache.set(key, answer)
    return answer
  }
}

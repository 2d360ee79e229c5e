// The close view of a receiver (`.receiver-picture`): its number waits for the picture (`data-loaded`), and words say where it failed.

export function watchReceiver(picture: HTMLElement): void {
  const frame = picture.querySelector('.receiver-frame')
  const image = frame?.querySelector<HTMLImageElement>('picture img')
  const wait = picture.querySelector<HTMLElement>('.receiver-wait')
  if (!image || !wait) return
  const arrive = () => {
    frame?.setAttribute('data-loaded', '')
    wait.remove()
  }
  if (image.complete && image.naturalWidth > 0) return arrive()
  image.addEventListener('load', arrive)
  image.addEventListener('error', () => {
    const words = wait.querySelector('span')
    if (words) words.textContent = wait.dataset.failedWords ?? ''
    wait.dataset.failed = ''
  })
}

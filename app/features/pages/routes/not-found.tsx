import { data } from 'react-router'
import { siteTitle } from '#app/kit/brand.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { errorWords, StatusPlate } from '../components/error-screen.tsx'

export function loader() {
  return data(null, { status: 404 })
}

export function action() {
  return data(null, { status: 404 })
}

export function meta() {
  return [{ title: siteTitle('Page not found') }]
}

export default function NotFound() {
  return (
    <StatusPlate
      mark={404}
      title={errorWords.pageNotFound}
      text="Check the address, or the page may have moved."
    >
      <ButtonLink href="/" variant="primary">
        Return to Home
      </ButtonLink>
    </StatusPlate>
  )
}

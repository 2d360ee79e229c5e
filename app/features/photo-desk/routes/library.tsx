import { Form } from 'react-router'
import { TextField } from '#app/features/console/components/fields.tsx'
import { EmptyList, Columns, Section } from '#app/features/console/components/section.tsx'
import { Frame } from '#app/features/console/components/status.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { Photo } from '#app/features/photos/components/photo.tsx'
import type { ShownPhoto } from '#app/features/photos/rules.ts'
import { toShown } from '#app/features/photos/store.server.ts'
import { libraryPage, listLibrary } from '#app/features/photos/store/library.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { PhotoPanel, UploadForm, UseButton } from '../components/photo-panel.tsx'
import { countWords, formatSubject, parseSubject, photosPath } from '../rules.ts'
import { listPanelPhotos, listSubjects } from '../store.server.ts'
import type { Route } from './+types/library'

export const handle: StaffHandle = { right: 'catalog.write', title: 'Photographs' }

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const query = new URL(request.url).searchParams
  const words = query.get('q')?.trim().slice(0, 100) ?? ''
  const page = Math.max(1, Math.floor(Number(query.get('page')) || 1))
  const { rows, all } = await listLibrary(shop.db, { words, page })
  const wanted = parseSubject(query.get('for'))
  const subjects = wanted ? await listSubjects(shop.db, shop.now()) : []
  const known = subjects.find(({ kind, key }) => kind === wanted?.kind && key === wanted.key)
  return {
    photos: rows.map(({ photo, uses }) => ({ photo: toShown(photo, shop.files), uses })),
    all,
    words,
    page,
    pages: Math.max(1, Math.ceil(all / libraryPage)),
    wanted: wanted && {
      ...wanted,
      name: known?.name ?? (wanted.kind === 'variant' ? 'a variant of a draft' : wanted.key),
      photos: await listPanelPhotos(shop, wanted),
    },
  }
}

export default function Library({ loaderData }: Route.ComponentProps) {
  const { photos, all, words, page, pages, wanted } = loaderData
  const to = (change: Record<string, string>) =>
    `${photosPath}?${new URLSearchParams({
      ...(words && { q: words }),
      ...(wanted && { for: formatSubject(wanted) }),
      ...change,
    })}`
  return (
    <Sheet
      heading={wanted ? `Photographs for ${wanted.name}` : 'Photographs'}
      head={
        <Frame>
          <span>{countWords(all, 'photograph')}</span>
        </Frame>
      }
      next={wanted ? 'Press Attach beside each one that belongs to it' : undefined}
      action={<VerbLink to={`${photosPath}/new`}>Upload</VerbLink>}
    >
      <Columns columns="minmax(0,1fr) 372px">
        <div>
          <Form className="con-region flex flex-wrap items-end gap-3" role="search">
            {wanted && <input type="hidden" name="for" value={formatSubject(wanted)} />}
            <div className="flex-1 basis-[20ch]">
              <TextField label="Find by what it shows" name="q" type="search" defaultValue={words} />
            </div>
            <Verb>Find</Verb>
          </Form>
          {photos.length === 0 ? (
            <EmptyList>
              {words
                ? `No photograph says “${words}”.`
                : 'No photograph yet. Pages show drawings where there is none.'}
            </EmptyList>
          ) : (
            <ul className="grid grid-cols-2 gap-4 p-4 sm:grid-cols-3 xl:grid-cols-4" aria-label="Library">
              {photos.map(({ photo, uses }) => (
                <LibraryItem
                  key={photo.hash}
                  photo={photo}
                  uses={uses}
                  wanted={wanted}
                  here={to({ page: String(page) })}
                />
              ))}
            </ul>
          )}
          {pages > 1 && (
            <nav className="con-region flex gap-3" aria-label="Pages">
              {page > 1 && <VerbLink to={to({ page: String(page - 1) })}>Newer</VerbLink>}
              <span className="self-center text-muted">{`Page ${page} of ${pages}`}</span>
              {page < pages && <VerbLink to={to({ page: String(page + 1) })}>Older</VerbLink>}
            </nav>
          )}
        </div>
        <div>
          {wanted ? (
            <PhotoPanel item={1} subject={wanted} photos={wanted.photos} here={to({})} stays={false} />
          ) : (
            <Section item={1} title="Upload">
              <UploadForm />
            </Section>
          )}
        </div>
      </Columns>
    </Sheet>
  )
}

type ItemProps = {
  photo: ShownPhoto
  uses: number
  wanted: Route.ComponentProps['loaderData']['wanted']
  here: string
}

function LibraryItem({ photo, uses, wanted, here }: ItemProps) {
  return (
    <li className="grid content-start gap-2" data-row="">
      <a href={`${photosPath}/${photo.hash}`} data-open="" className="grid gap-2">
        <Photo
          photo={photo}
          sizes="(width >= 1180px) 240px, 50vw"
          isDecorative
          className="aspect-[4/3] border border-control"
        />
        <span className="line-clamp-2">{photo.alt}</span>
      </a>
      <span className="flex flex-wrap items-center gap-2 text-faint">
        {uses === 0 ? 'not used' : countWords(uses, 'place')}
        {wanted && <UseButton subject={wanted} photo={photo.hash} here={here} verb="attach" label="Attach" />}
      </span>
    </li>
  )
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { createMailboxMailer, listMails } from '#app/mail/mailer.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenSite } from '#test/site.ts'
import { mailboxPath } from './access.server.ts'

const mail = {
  key: 'k',
  to: 'buyer@example.com',
  subject: 'Your private link',
  html: '<p>secret</p>',
  text: 'secret',
}

async function givenMailbox(ctx: TestContext, settings: Parameters<typeof givenSite>[1] = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'paco-mailbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const opened = await givenSite(ctx, settings, (shop) => ({ ...shop, mailboxFolder: folder }))
  await createMailboxMailer({ folder, from: 'shop@example.com', now: opened.shop.now }).send(mail)
  const id = (await listMails(folder))[0]?.id ?? ''
  const from = (
    peer: string,
    path: string,
    headers: Record<string, string> = {},
    origin = 'http://localhost:3000',
  ) => {
    const age = `${origin.startsWith('https') ? '__Host-' : ''}paco-age=${encodeURIComponent(opened.shop.now().toISOString())}`
    const Cookie = [age, headers.Cookie].filter(Boolean).join('; ')
    const request = new Request(`${origin}${path}`, {
      headers: { ...headers, Cookie, Host: new URL(origin).host },
    })
    return opened.site.fetch(request, { incoming: { socket: { remoteAddress: peer } } })
  }
  return {
    ...opened,
    from,
    paths: ['/mailbox', `/mailbox/${id}`, `/mailbox/${id}/files/0`],
    id,
  }
}

test('on this machine the mailbox is open', async ({ ctx }) => {
  const { from, id } = await givenMailbox(ctx)
  expect(await (await from('127.0.0.1', '/mailbox')).text()).toContain('Your private link')
  expect(await (await from('::1', `/mailbox/${id}`)).text()).toContain('secret')
})

test('from elsewhere, through a proxy or under another name it is closed', async ({ ctx }) => {
  const { from, paths } = await givenMailbox(ctx)
  for (const path of paths) {
    const refused = [
      await from('192.168.1.9', path),
      await from('127.0.0.1', path, { 'X-Forwarded-For': '198.51.100.7' }),
      await from('127.0.0.1', path, {}, 'http://evil.example'),
      await from('192.168.1.9', `${path}?token=guess`),
      await from('192.168.1.9', path, { Cookie: 'paco-mailbox=guess' }),
    ]
    for (const answer of refused) {
      expect([answer.status, answer.headers.get('Cache-Control')], path).toEqual([403, 'private, no-store'])
      expect(await answer.text()).not.toMatch(/buyer@example|secret/)
    }
  }
})

test('the printed link is exchanged for a cookie, which opens it', async ({ ctx }) => {
  const { from, shop, id } = await givenMailbox(ctx)
  const link = mailboxPath(shop) ?? ''
  const opened = await from('192.168.1.9', link)
  expect([opened.status, opened.headers.get('Location')]).toEqual([302, '/mailbox'])
  const cookie = opened.headers.get('Set-Cookie') ?? ''
  expect(cookie).toMatch(/^paco-mailbox=[^;]{43}; .*HttpOnly/)
  const Cookie = cookie.split(';')[0] ?? ''
  expect(await (await from('192.168.1.9', '/mailbox', { Cookie })).text()).toContain('Your private link')
  expect(await (await from('192.168.1.9', `/mailbox/${id}`, { Cookie })).text()).toContain('secret')
})

test('on a public shop a connection of this machine is a proxy, and needs the link too', async ({ ctx }) => {
  const settings = { PUBLIC_URL: 'https://shop.example', isPublic: true }
  const { from, shop } = await givenMailbox(ctx, settings)
  const origin = settings.PUBLIC_URL
  expect((await from('127.0.0.1', '/mailbox', {}, origin)).status).toBe(403)
  const opened = await from('127.0.0.1', mailboxPath(shop) ?? '', {}, origin)
  expect(opened.headers.get('Set-Cookie')).toMatch(/^__Host-paco-mailbox=.*Secure/)
})

test('when emails are really sent there is no mailbox, and no link to one', async ({ ctx }) => {
  const { ask, shop } = await givenSite(ctx)
  expect((await ask('/mailbox')).status).toBe(404)
  expect(mailboxPath(shop)).toBeNull()
})

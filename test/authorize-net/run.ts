// Starts the stand-in alone, to try the shop: `node test/authorize-net/run.ts [port]`.
import { cards } from './books.ts'
import { openStandIn } from './stand-in.ts'

const { account } = await openStandIn(() => new Date(), Number(process.argv[2] ?? 4010))
process.stdout.write(`A stand-in for Authorize.Net listens. Start the shop with:
PAYMENTS=authorize-net AUTHNET_ENVIRONMENT=sandbox AUTHNET_ENDPOINT=${account.endpoint} \\
AUTHNET_API_LOGIN_ID=${account.apiLoginId} AUTHNET_TRANSACTION_KEY=${account.transactionKey} \\
AUTHNET_CLIENT_KEY=${account.clientKey} AUTHNET_SIGNATURE_KEY=${account.signatureKey} npm start
Cards: ${Object.entries(cards)
  .map(([name, number]) => `${name} ${number}`)
  .join(', ')}.\n`)

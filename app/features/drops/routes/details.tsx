export default function Details() {
  return <h1>PACo Drops</h1>
}

export default function Current() {
  return <h1>PACo Drops</h1>
}

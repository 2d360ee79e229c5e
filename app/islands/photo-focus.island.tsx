export { FocusEditor as default } from '#app/features/photo-desk/components/focus-editor.tsx'

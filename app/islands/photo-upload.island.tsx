export { UploadForm as default } from '#app/features/photo-desk/components/upload-form.tsx'

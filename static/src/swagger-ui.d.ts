/** Swagger UI comes without types; this is the one call that we make. */
declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  export default function SwaggerUI(options: Record<string, unknown>): void;
}

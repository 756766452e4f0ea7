/** The API's description at `/docs`: Swagger UI over the server's own openapi.json, with requests that run. Nothing leaves the server. */
import SwaggerUI from "swagger-ui-dist/swagger-ui-es-bundle.js";

SwaggerUI({
  url: "/openapi.json",
  dom_id: "#description",
  deepLinking: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
});

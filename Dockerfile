# The service in a container: no build tools, no root, a health check.
FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# The runtime of this image is the one that the package `node` would bring.
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/node node_modules/node-*

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY package.json LICENSE ./
COPY data data
COPY schema schema
COPY src src
COPY dist dist
COPY bin bin
# Where a volume for jobs may be, and JOBS_FOLDER point to.
RUN install -d -o node -g node /jobs
USER node
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=2s --start-period=5s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--min-semi-space-size=16", "--max-semi-space-size=16", "--heap-growing-percent=100", "--import", "./src/compile-cache.js", "src/main.ts"]

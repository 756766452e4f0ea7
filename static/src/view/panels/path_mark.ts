/** Lights some wires and cards of the picture, by any view and however often it draws, by a style sheet that names them. */

export interface PathMark {
  show(edges: readonly number[], nodes: readonly number[]): void;
  clear(): void;
}

export function createPathMark(): PathMark {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return {
    show(edges, nodes) {
      const wires = edges.map((edge) => `[data-edge="${edge}"]`).join();
      const cards = nodes.map((node) => `[data-node="${node}"]`).join();
      sheet.replaceSync(
        `#graph .wires > g:not(${wires}) { opacity: 0.14; }
         #graph .card:not(${cards}) { opacity: 0.3; }`,
      );
    },
    clear: () => sheet.replaceSync(""),
  };
}

// Keeps the reader's place: anchors, and what is chosen on a page, are the same in every language.
for (const link of document.querySelectorAll("a[data-language-link]")) {
  link.addEventListener("click", () => {
    link.search = location.search;
    link.hash = location.hash;
  });
}

// A link to something inside a closed <details> opens it.
function openTarget() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const details = target && target.closest("details");
  if (details) {
    details.open = true;
    target.scrollIntoView();
  }
}

addEventListener("hashchange", openTarget);
openTarget();

// A page may be older than the day by which its guidance was to be reviewed.
for (const notice of document.querySelectorAll("[data-review-by]")) {
  if (notice.dataset.reviewBy < new Date().toISOString().slice(0, 10)) notice.hidden = false;
}

// What is made to be copied gets a button.
for (const part of document.querySelectorAll("[data-copy]")) {
  const button = document.createElement("button");
  const { copyLabel, copiedLabel } = document.body.dataset;
  const text = part.textContent.trim();
  button.type = "button";
  button.className = "copy-button";
  button.textContent = copyLabel;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = copiedLabel;
    setTimeout(() => {
      button.textContent = copyLabel;
    }, 2000);
  });
  part.append(button);
}

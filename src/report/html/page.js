// The range tree of a treetap page, and tables that sort. No libraries, nothing is loaded.
(function () {
  'use strict';
  var data = JSON.parse(document.getElementById('data').textContent);
  var nodes = data.nodes;
  var icicle = document.getElementById('icicle');
  var path = document.getElementById('path');
  var tip = document.getElementById('tip');
  // Narrower bars cannot be seen or hit.
  var NARROW = 1.5;
  var ROW = 24;
  var group = new Intl.NumberFormat('en').format;

  function percent(part) { return data.n ? (100 * part / data.n).toFixed(2) + ' %' : '0 %'; }
  function range(node) { return node.a === node.z ? node.a : node.a + '..' + node.z; }
  function make(tag, className, text) {
    var element = document.createElement(tag);
    element.className = className;
    element.textContent = text;
    return element;
  }

  // Parents, totals, and what ranges above hold that may belong here. Nodes are in pre-order.
  var open = [];
  nodes.forEach(function (node, i) {
    open.length = node.l;
    node.i = i;
    node.parent = node.l ? open[node.l - 1] : null;
    node.total = node.own;
    node.name = data.names[node.name];
    node.children = [];
    if (node.parent) node.parent.children.push(node);
    node.above = node.parent ? node.parent.above + node.parent.own : 0;
    open.push(node);
  });
  for (var i = nodes.length - 1; i > 0; i--) nodes[i].parent.total += nodes[i].total;

  // A range that is nearly all in one of its parts would only repeat that part: its parts take its row.
  function repeats(node) {
    return node.children.some(function (child) { return child.total > 0.99 * node.total; });
  }

  function facts(node) {
    var text = range(node) + (node.name ? '  ' + node.name : '') + '\n' + percent(node.total) + ' to ' +
      percent(node.total + node.above) + ' of all ' + data.events + ': ' + group(node.total);
    if (node.above) text += ' to ' + group(node.total + node.above);
    if (node.own && node.children.length) text += '; ' + group(node.own) + ' not split further';
    return text;
  }

  var focus = null;
  function draw() {
    var width = icicle.clientWidth;
    var bars = document.createDocumentFragment();
    var deepest = 0;
    var hidden = 0;
    (function place(node, left, row) {
      var w = focus.total ? width * node.total / focus.total : 0;
      if (w < NARROW) { hidden++; return; }
      var below = repeats(node) ? row : row + 1;
      node.children.forEach(function (child, i) {
        var before = node.children.slice(0, i).reduce(function (sum, other) { return sum + other.total; }, 0);
        place(child, left + width * before / focus.total, below);
      });
      if (below === row) return;
      deepest = Math.max(deepest, row);
      var bar = make('button', 'bar ' + node.c, '');
      bar.type = 'button';
      bar.dataset.node = node.i;
      bar.title = facts(node);
      bar.style.left = left + 'px';
      bar.style.width = Math.max(w - (w > 4 ? 1 : 0), 1) + 'px';
      bar.style.top = row * ROW + 'px';
      if (w > 34) {
        bar.appendChild(make('span', 'name', node.name || range(node)));
        if (w > 110) bar.appendChild(make('span', 'percent', percent(node.total)));
      }
      bars.appendChild(bar);
    })(focus, 0, 0);
    icicle.replaceChildren(bars);
    icicle.style.height = (deepest + 1) * ROW + 'px';
    icicle.dataset.focus = focus.i;
    icicle.dataset.hidden = hidden;
  }

  function crumbs() {
    var around = [];
    for (var node = focus; node; node = node.parent) {
      if (node === focus || !node.parent || !repeats(node)) around.unshift(node);
    }
    path.replaceChildren();
    around.forEach(function (node, i) {
      if (i) path.appendChild(make('span', 'q', ' › '));
      var whole = node.i === 0 ? 'all keys' : range(node);
      var crumb = make('button', 'crumb', whole + ' ' + percent(node.total));
      crumb.type = 'button';
      crumb.disabled = node === focus;
      crumb.dataset.node = node.i;
      path.appendChild(crumb);
    });
  }

  function zoom(node) {
    focus = node;
    draw();
    crumbs();
    tip.textContent = facts(node);
  }

  function nodeOf(event) {
    var element = event.target.closest && event.target.closest('[data-node]');
    return element ? nodes[element.dataset.node] : null;
  }
  [icicle, path].forEach(function (area) {
    area.addEventListener('click', function (event) {
      var node = nodeOf(event);
      if (!node) return;
      // A click on what fills the width leads back out.
      if (node === focus) while (node.parent && (node === focus || repeats(node))) node = node.parent;
      zoom(node);
      history.replaceState(null, '', '#zoom=' + node.i);
    });
    ['mouseover', 'focusin'].forEach(function (kind) {
      area.addEventListener(kind, function (event) {
        var node = nodeOf(event);
        if (node) tip.textContent = facts(node);
      });
    });
  });
  window.addEventListener('resize', draw);

  // Tables: a click sorts, another one turns the order around.
  document.querySelectorAll('table.sortable').forEach(function (table) {
    var body = table.tBodies[0];
    Array.prototype.forEach.call(table.tHead.rows[0].cells, function (head, column) {
      var button = head.querySelector('button');
      if (!button) return;
      var numeric = head.className === 'n';
      button.addEventListener('click', function () {
        var down = head.getAttribute('aria-sort') ? head.getAttribute('aria-sort') === 'ascending' : numeric;
        function key(row) {
          var cell = row.cells[column];
          return numeric ? Number(cell.dataset.value) : cell.textContent;
        }
        var rows = Array.prototype.slice.call(body.rows).sort(function (a, b) {
          var x = key(a), y = key(b);
          var order = numeric ? x - y : x.localeCompare(y);
          return down ? -order : order;
        });
        table.querySelectorAll('th').forEach(function (th) { th.removeAttribute('aria-sort'); });
        head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
        rows.forEach(function (row) { body.appendChild(row); });
      });
    });
  });

  var wanted = /^#zoom=(\d+)$/.exec(location.hash);
  zoom(wanted && nodes[wanted[1]] || nodes[0]);
})();
